from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from accounts.views import choose_language
from campaigns.views.start import start
from ryfsite import installing
from ryfsite.style import style

admin.site.site_header = "Mesa RyF"
admin.site.site_title = "Mesa RyF"
admin.site.index_title = _("Everything on this site")

urlpatterns = [
    path("", start, name="start"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("offline/", installing.offline, name="offline"),
    path("style/", style, name="style"),
    path("", include("accounts.urls")),
    path("", include("campaigns.urls")),
    path("", include("characters.urls")),
    path("", include("combat.urls")),
    path("i18n/setlang/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

handler400 = "campaigns.errors.bad_request"
handler403 = "campaigns.errors.forbidden"
handler404 = "campaigns.errors.not_found"
handler500 = "campaigns.errors.server_error"
