"""Messages of Django REST framework that its own catalogue has in English only.

Named here so that they stay in ours; nothing reads them.
"""

from django.utils.translation import gettext_noop as _

FROM_REST_FRAMEWORK = (
    _("Not a valid string."),
    _("Must be a valid boolean."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
    _('Expected a list of items but got type "{input_type}".'),
    _("Ensure this field has no more than {max_length} elements."),
    _("This list may not be empty."),
    _("String value too large."),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _("The submitted data was not a file. Check the encoding type on the form."),
    _("No file was submitted."),
    _("No filename could be determined."),
    _("Ensure this filename has at most {max_length} characters (it has {length})."),
    _("Invalid page."),
)
