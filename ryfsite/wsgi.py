"""The pages: plain synchronous Django. `ryfsite.asgi` runs this in a small pool beside the live streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ryfsite.settings")
application = get_wsgi_application()
