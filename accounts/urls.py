from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("log-in/", require_http_methods(["GET", "HEAD", "POST"])(views.LogIn.as_view()), name="log-in"),
    path("log-out/", require_POST(views.LogOut.as_view()), name="log-out"),
    path("account/", views.account, name="account"),
    path("account/password/", views.change_password, name="password"),
    path("account/browsers/end/", views.log_out_elsewhere, name="out-elsewhere"),
    path("account/browsers/<slug:browser>/end/", views.log_out_there, name="out-there"),
]
