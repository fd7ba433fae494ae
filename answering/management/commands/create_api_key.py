"""Make a key for an integrator."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from answering.models import ApiKey, Scope


class Command(BaseCommand):
    help = "Make an API key and print it, once, alone on the last line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="who will use it")
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            required=True,
            help="query: ask and search; documents: also manage documents; admin: everything",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        if not 0 < len(name) <= 100 or "\0" in name:
            raise CommandError(_("The name needs 1 to 100 characters."))
        key, text = ApiKey.objects.issue(name, options["scope"])
        if options["json"]:
            described = {"id": key.pk, "name": key.name, "scope": key.scope, "key": text}
            self.stdout.write(json.dumps(described, ensure_ascii=False))
            return
        self.stdout.write(_("This key is shown once. Keep it safe:"))
        self.stdout.write(text)
