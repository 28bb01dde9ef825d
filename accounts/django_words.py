"""Sentences of Django's own that people read here: its Spanish says usted, this site says tú.

Named once more so that they are gathered and come into our catalogue, which goes before Django's.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

SAID = (
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a list of values."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Upload a valid image. The file you uploaded was either not an image or a corrupted image."),
    gettext_noop("Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
    # the admin panel
    gettext_noop("Select %s"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Click here to select the objects across all pages"),
    gettext_noop("Start typing to filter…"),
    gettext_noop("View"),
    gettext_noop("Delete selected %(verbose_name_plural)s"),
    gettext_noop("Items must be selected in order to perform actions on them. No items have been changed."),
    gettext_noop("None available"),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop("Enter a new password for the user <strong>%(username)s</strong>."),
    gettext_noop("Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop("Your password was changed."),
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop(
        "Please enter your old password, for security’s sake, and then enter your new password twice so we can verify "
        "you typed it in correctly."
    ),
    gettext_noop(
        "Please enter the correct %(username)s and password for a staff account. Note that both fields may be "
        "case-sensitive."
    ),
    gettext_noop("The {name} “{obj}” was added successfully."),
    gettext_noop("The {name} “{obj}” was added successfully. You may add another {name} below."),
    gettext_noop("The {name} “{obj}” was changed successfully."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may edit it again below."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    gettext_noop("You may edit it again below."),
    gettext_noop(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of the following related items '
        "will be deleted:"
    ),
    gettext_noop(
        "Are you sure you want to delete the selected %(objects_name)s? All of the following objects and their related "
        "items will be deleted:"
    ),
    gettext_noop(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting related objects, but your account "
        "doesn't have permission to delete the following types of objects:"
    ),
    gettext_noop(
        "Deleting the selected %(objects_name)s would result in deleting related objects, but your account doesn't "
        "have permission to delete the following types of objects:"
    ),
    gettext_noop(
        "You are authenticated as %(username)s, but are not authorized to access this page. Would you like to login to "
        "a different account?"
    ),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below.", "n"),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
)
