#!/usr/bin/env python
"""Django's command line for the portal."""

import os

from aceh_portal.command_line import main

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aceh_portal.settings")
    main()
