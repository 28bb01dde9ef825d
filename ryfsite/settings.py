"""Settings: one file. What differs from place to place comes from the environment (ryfsite/environment.py)."""

import os
import sqlite3
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF

from ryfsite import environment
from ryfsite.environment import ROOT, Misconfigured

DATA_DIR = environment.data_folder()
SITE_URL = environment.site_url()
IS_HTTPS = SITE_URL.startswith("https:")
DEBUG = environment.switch("DEBUG", False)
DEMO = environment.switch("DEMO", True)
SIGN_UP = environment.switch("SIGN_UP", True)
LIMITS = environment.switch("LIMITS", True)
SECRET_KEY = environment.secret_key()
ALLOWED_HOSTS = environment.own_hosts()
LAN_ADDRESSES = environment.lan_addresses()
PORT = environment.port()
LOG_FORMAT = environment.log_format()

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django.contrib.humanize",
    "template_partials",
    "django_htmx",
    "csp",
    "axes",
    "accounts",
    "campaigns",
    "characters",
    "combat",
    "ryfsite",
]

MIDDLEWARE = [
    "ryfsite.requests.Requests",
    "ryfsite.headers.Headers",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ryfsite.compression.CompressedPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.RollingSession",
    "accounts.middleware.OwnLanguage",
    "accounts.middleware.LostSession",
    "campaigns.middleware.Refusals",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "ryfsite.urls"
WSGI_APPLICATION = "ryfsite.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- database: SQLite in the data folder, or DATABASE_URL ---------------------------------------------------------

SQLITE = {
    # A writer takes the lock when its transaction begins: two hands queue instead of failing half-way; readers go on.
    "transaction_mode": "IMMEDIATE",
    # FULL: what was acknowledged survives a power cut too, not only the death of the process.
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
    "PRAGMA busy_timeout=10000;PRAGMA cache_size=-20000;",
}


def database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL", "").strip()
    if not url:
        if sqlite3.sqlite_version_info < (3, 31):
            raise Misconfigured(
                "This Python brings an SQLite older than 3.31: install a newer Python, or set DATABASE_URL."
            )
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "mesa.sqlite3", "OPTIONS": SQLITE}
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except Exception as fault:
        raise Misconfigured("DATABASE_URL cannot be read: write postgres://user:password@host:5432/name.") from fault
    if found["ENGINE"] == "django.db.backends.sqlite3":
        return {**found, "OPTIONS": SQLITE}
    if found["ENGINE"] != "django.db.backends.postgresql" or not found["NAME"]:
        raise Misconfigured(
            "DATABASE_URL must name a PostgreSQL database: write postgres://user:password@host:5432/name."
        )
    return {**found, "CONN_HEALTH_CHECKS": True, "OPTIONS": {"connect_timeout": 10, **found.get("OPTIONS", {})}}


DATABASES = {"default": {**database(), "CONN_MAX_AGE": 600}}
IS_POSTGRES = DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "accounts:log-in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"

# A whole table sits behind one address: one player's bad tries must not lock the others out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "accounts.views.locked_out"
AXES_USERNAME_CALLABLE = "accounts.sessions.throttled_name"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # a lock is over before a host would lift it

# What one seat may do in a minute, whatever worker answers (campaigns.pace); the other limits are in accounts.doors.
PRESSES_A_MINUTE = 240 if LIMITS else 0

SESSION_ENGINE = "accounts.browsers"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # guests have nothing but their cookie; accounts.middleware renews it
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_AGE = SESSION_COOKIE_AGE
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # no script of ours reads a cookie
CSRF_FAILURE_VIEW = "campaigns.errors.csrf_failed"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS

# --- https only where SITE_URL says so: a table on a LAN speaks plain http -------------------------------------------

SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_HTTPS
SECURE_HSTS_PRELOAD = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if IS_HTTPS else None  # browsers ignore it, loudly, over plain http
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # all options of a ruleset, its tables included, are one form

# --- words ----------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "es"
LANGUAGES = [("es", "Español"), ("en", "English")]
LOCALE_PATHS = [ROOT / "locale"]
FORMAT_MODULE_PATH = ["ryfsite.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone()

# --- static files ----------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = ROOT / "staticfiles"
STATICFILES_DIRS = [ROOT / "static", ("guide", ROOT / "docs" / "shots")]  # the guides show the pictures of the docs
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "ryfsite.styles.GatheredStyles"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ROOT = ROOT / "static" / "root"  # what has to lie at the root of the site

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"discreet": {"()": "ryfsite.logs.Discreet"}},
    "formatters": {
        "plain": {"()": "ryfsite.logs.Plain", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "ryfsite.logs.Json"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["discreet"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "ryfsite.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},  # each request
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},  # a refused press is no fault of the site
        "django.security.DisallowedHost": {"level": "ERROR"},
        "axes": {"level": "ERROR"},  # it names logins and addresses
    },
}
