"""How much a figure over few questions says. No Django here."""

import math

Z = 1.96  # of a 95% interval


def wilson_interval(mean: float, count: int, *, z: float = Z) -> tuple[float, float]:
    """The 95% interval of a mean of `count` values between 0 and 1.

    E. B. Wilson 1927, for shares. No values between 0 and 1 scatter more than zeros and ones of the
    same mean, so for recall or nDCG the interval is rather too wide than too narrow.
    """
    spread = z * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    centre = mean + z * z / (2 * count)
    scale = 1 + z * z / count
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def sign_test(better: int, worse: int) -> float:
    """How likely so uneven a split is by chance, were better and worse equally likely (two-sided).

    The exact binomial test over the pairs that differ (McNemar's, for right and not right).
    """
    pairs = better + worse
    tail = sum(math.comb(pairs, each) for each in range(min(better, worse) + 1))
    return min(1.0, 2 * float(tail) / float(2**pairs))
