"""Ask the sample question over HTTP and say whether the answer is right and cited.

python3 scripts/ask_over_http.py http://127.0.0.1:8000
"""

import json
import sys
import time
import urllib.request

QUESTION = "Siapa yang melantik Gubernur Aceh terpilih?"
DECIDING_WORDS = "Presiden"


def main() -> int:
    request = urllib.request.Request(  # noqa: S310
        f"{sys.argv[1]}/v1/query",
        data=json.dumps({"question": QUESTION}).encode(),
        headers={"Content-Type": "application/json"},
    )
    began_at = time.monotonic()
    with urllib.request.urlopen(request, timeout=180) as response:  # noqa: S310
        answer = json.load(response)
    print(f"{answer['outcome']} in {time.monotonic() - began_at:.2f} s: {answer['answer']}")
    for citation in answer["citations"]:
        print(f"[{citation['marker']}] {citation['legal_reference']}: {citation['quote']}")
    is_right = DECIDING_WORDS in answer["answer"] and bool(answer["citations"])
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
