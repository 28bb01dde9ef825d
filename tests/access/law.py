"""Who may ask for what: the law of the site, written by hand. A new address adds its rows here.

200, 302, … are HTTP statuses; `in` is the way to the log-in page. What has no row is 405 for everybody, but HEAD, which
is answered as GET. A row whose name goes on with ~ is the same address for something else (addresses.VARIANTS). Some
doors are shut here to all: the demo's, its tour's and the page of who asks to come back are opened in
tests/campaigns/test_start.py, tests/combat/test_tour.py and tests/campaigns/test_coming_back.py. The admin panel stands
under one rule (test_admin.py).
"""

TABLE = """
                                 anonymous stranger spectator player owner co-GM  GM staff
start                       GET        200      200       200    200   200   200 200   200
manifest                    GET        200      200       200    200   200   200 200   200
offline                     GET        200      200       200    200   200   200 200   200
style                       GET        404      404       404    404   404   404 404   404
campaigns:guide             GET        200      200       200    200   200   200 200   200
accounts:log-in             GET        200      302       302    302   302   302 302   302
accounts:log-in             POST       302      302       302    302   302   302 302   302
accounts:log-out            POST       302      302       302    302   302   302 302   302
accounts:account            GET         in      200       200    200   200   200 200   200
accounts:account            POST        in      409       409    409   409   409 409   409
campaigns:new               POST       302      302       302    302   302   302 302   302
campaigns:solo              POST       302      302       302    302   302   302 302   302
campaigns:demo              POST       404      404       404    404   404   404 404   404
campaigns:table             GET         in      404       200    200   200   200 200   404
campaigns:news              GET         in      404       200    200   200   200 200   404
campaigns:log               GET         in      404       200    200   200   200 200   404
campaigns:entry             GET         in      404       200    200   200   200 200   404
campaigns:rules             GET         in      404       200    200   200   200 200   404
campaigns:luck              GET         in      404       200    200   200   200 200   404
campaigns:setting           POST        in      404       403    403   403   302 302   404
characters:house            GET         in      404       200    200   200   200 200   404
characters:house            POST        in      404       403    403   403   302 302   404
characters:house-preview    POST        in      404       403    403   403   200 200   404
characters:house-copy       POST        in      404       403    403   403   422 422   404
characters:house-import     POST        in      404       403    403   403   422 422   404
characters:house-export     GET         in      404       200    200   200   200 200   404
campaigns:toggle            POST        in      404       403    403   302   302 302   404
campaigns:invite            POST        in      404       403    403   403   302 302   404
campaigns:address           POST        in      404       403    403   403   302 302   404
campaigns:answer            POST        in      404       403    403   403   302 302   404
campaigns:member            GET         in      404       403    403   403   200 200   404
campaigns:send-link         POST        in      404       403    403   403   200 200   404
campaigns:role              POST        in      404       403    403   403   403 302   404
campaigns:remove            POST        in      404       403    403   403   302 302   404
accounts:password           GET         in      200       200    200   200   200 200   200
accounts:password           POST        in      302       302    302   302   302 302   302
accounts:out-elsewhere      POST        in      302       302    302   302   302 302   302
accounts:out-there          POST        in      404       404    404   404   404 302   404
campaigns:manage            GET         in      404       403    403   403   200 200   404
campaigns:new-link          POST        in      404       403    403   403   302 302   404
campaigns:end-link          POST        in      404       403    403   403   302 302   404
campaigns:lift-ban          POST        in      404       403    403   403   302 302   404
campaigns:import            GET        200      200       200    200   200   200 200   200
campaigns:import            POST       422      422       422    422   422   422 422   422
campaigns:schema            GET        200      200       200    200   200   200 200   200
campaigns:export            GET         in      404       403    403   403   403 200   404
campaigns:arrived           GET         in      404       403    403   403   200 200   404
campaigns:rename            POST        in      404       403    403   403   302 302   404
campaigns:archive           POST        in      404       403    403   403   403 302   404
campaigns:restore           POST        in      404       403    403   403   403 422   404
campaigns:ban               POST        in      404       403    403   403   302 302   404
campaigns:hand-over         POST        in      404       403    403   403   403 302   404
campaigns:password-link     POST        in      404       403    403   403   403 200   404
campaigns:mine              GET         in      200       200    200   200   200 200   200
campaigns:new-password      GET        200      200       200    200   200   200 200   200
campaigns:new-password      POST        in       in        in    302    in    in  in    in
campaigns:void-links        POST        in      302       302    302   302   302 302   302
campaigns:delete-account    GET         in      200       200    200   200   200 200   200
campaigns:delete-account    POST        in      422       422    422   422   422 422   422
characters:own-data         GET         in      200       200    200   200   200 200   200
campaigns:join              GET        200      200       302    302   302   302 302   200
campaigns:join              POST       302      302       302    302   302   302 302   302
campaigns:ask-back          POST       302      302       302    302   302   302 302   302
campaigns:waiting           GET        404      404       404    404   404   404 404   404
campaigns:waiting           POST       404      404       404    404   404   404 404   404
campaigns:seat              GET        200      200       200    200   200   200 200   200
campaigns:seat              POST       302      302       302    302   302   302 302   302
campaigns:journal           GET         in      404       200    200   200   200 200   404
campaigns:journal-print     GET         in      404       200    200   200   200 200   404
campaigns:search            GET         in      404       200    200   200   200 200   404
campaigns:journal-write     POST        in      404       403    302   302   302 302   404
campaigns:journal-remove    POST        in      404       403    403   302   302 302   404
campaigns:notes             GET         in      404       403    403   403   200 200   404
campaigns:write             POST        in      404       403    403   403   302 302   404
campaigns:put-back          POST        in      404       403    403   403   302 302   404
campaigns:notes ~entry      GET         in      404       403    403   200   403 403   404
characters:new              GET         in      404       403    200   200   200 200   404
characters:new              POST        in      404       403    302   302   302 302   404
characters:sheet            GET         in      404       403    403   200   200 200   404
characters:sheet ~foe       GET         in      404       404    404   404   200 200   404
characters:traits           GET         in      404       403    403   200   200 200   404
characters:traits ~foe      GET         in      404       404    404   404   200 200   404
characters:roll             POST        in      404       403    403   302   302 302   404
characters:roll ~foe        POST        in      404       404    404   404   302 302   404
characters:points           POST        in      404       403    403   302   302 302   404
characters:points ~foe      POST        in      404       404    404   404   302 302   404
characters:type-points      POST        in      404       403    403   302   302 302   404
characters:free             POST        in      404       403    302   302   302 302   404
characters:try-dice         GET        200      200       200    200   200   200 200   200
characters:try-dice         POST       200      200       200    200   200   200 200   200
characters:settle           POST        in      404       403    422   422   422 422   404
characters:oppose           GET         in      404       403    403   200   200 200   404
characters:oppose           POST        in      404       403    403   302   302 302   404
characters:damage           POST        in      404       403    403   422   422 422   404
characters:save             POST        in      404       403    403   422   422 422   404
characters:effect-over      POST        in      404       403    403   403   422 422   404
characters:give-token       POST        in      404       403    403   403   422 422   404
characters:protagonism      POST        in      404       403    403   403   422 422   404
characters:stay-up          POST        in      404       403    403   422   422 422   404
characters:write            POST        in      404       403    403   302   302 302   404
characters:write ~foe       POST        in      404       404    404   404   302 302   404
characters:write ~gm        POST        in      404       403    403   403   409 409   404
characters:wield            POST        in      404       403    403   302   302 302   404
characters:afflict          POST        in      404       403    403   302   302 302   404
characters:relieve          POST        in      404       403    403   302   302 302   404
characters:share            POST        in      404       403    403   302   302 302   404
characters:put-portrait     POST        in      404       403    403   422   422 422   404
characters:no-portrait      POST        in      404       403    403   302   302 302   404
characters:portrait         GET         in      404       200    200   200   200 200   404
characters:history          GET         in      404       403    403   200   200 200   404
characters:history ~foe     GET         in      404       404    404   404   200 200   404
characters:put-back         POST        in      404       403    403   302   302 302   404
characters:put-back ~gm     POST        in      404       403    403   404   302 302   404
characters:build            GET         in      404       404    404   200   200 200   404
characters:who              GET         in      404       404    404   200   200 200   404
characters:who              POST        in      404       404    404   302   302 302   404
characters:gear             GET         in      404       404    404   200   200 200   404
characters:gear             POST        in      404       404    404   302   302 302   404
characters:review           GET         in      404       404    404   200   200 200   404
characters:spend            POST        in      404       404    404   302   302 302   404
characters:techniques       POST        in      404       404    404   302   302 302   404
characters:technique        GET         in      404       404    404   200   200 200   404
characters:technique        POST        in      404       404    404   302   302 302   404
characters:forget           POST        in      404       404    404   302   302 302   404
characters:specialize       POST        in      404       404    404   302   302 302   404
characters:approve          POST        in      404       404    404   403   302 302   404
characters:finish           POST        in      404       404    404   302   302 302   404
characters:schema           GET        200      200       200    200   200   200 200   200
characters:house-schema     GET        200      200       200    200   200   200 200   200
characters:import           GET         in      404       403    200   200   200 200   404
characters:import           POST        in      404       403    302   302   302 302   404
characters:files            GET         in      404       403    403   200   200 200   404
characters:files ~foe       GET         in      404       404    404   404   200 200   404
characters:files ~new       GET         in      404       404    404   200   200 200   404
characters:print            GET         in      404       403    403   200   200 200   404
characters:print ~foe       GET         in      404       404    404   404   200 200   404
characters:print ~new       GET         in      404       404    404   200   200 200   404
characters:export           GET         in      404       403    403   200   200 200   404
characters:export ~foe      GET         in      404       404    404   404   200 200   404
characters:export ~new      GET         in      404       404    404   200   200 200   404
characters:copy             POST        in      404       403    403   302   302 302   404
characters:copy ~new        POST        in      404       404    404   302   302 302   404
characters:hand-over        POST        in      404       403    403   302   302 302   404
characters:archive          POST        in      404       403    403   422   422 422   404
characters:archive ~new     POST        in      404       404    404   302   302 302   404
characters:copy ~foe        POST        in      404       404    404   404   302 302   404
characters:succeed          GET         in      404       403    403   200   200 200   404
characters:succeed          POST        in      404       403    403   422   422 422   404
characters:restore          POST        in      404       403    403   302   302 302   404
characters:growth           GET         in      404       403    403   200   200 200   404
characters:growth ~foe      GET         in      404       404    404   404   404 404   404
characters:buy              POST        in      404       403    403   422   422 422   404
characters:buy ~foe         POST        in      404       404    404   404   404 404   404
characters:buy-priced       POST        in      404       403    403   403   422 422   404
characters:correct          POST        in      404       403    403   403   302 302   404
characters:proof            GET         in      404       403    403   200   200 200   404
characters:proofs           GET         in      404       403    403   403   200 200   404
characters:take-back        GET         in      404       403    403   403   200 200   404
characters:take-back        POST        in      404       403    403   403   302 302   404
characters:evening          GET         in      404       403    403   403   200 200   404
characters:open-session     POST        in      404       403    403   403   302 302   404
characters:close-session    POST        in      404       403    403   403   422 422   404
characters:day              POST        in      404       403    403   403   302 302   404
characters:award            POST        in      404       403    403   403   302 302   404
characters:adventure        POST        in      404       403    403   403   422 422   404
characters:scene            POST        in      404       403    403   403   302 302   404
characters:share-out        POST        in      404       403    403   403   302 302   404
combat:tour                 POST        in      404       404    404   404   404 404   404
combat:new                  GET         in      404       403    403   403   200 200   404
combat:new                  POST        in      404       403    403   403   302 302   404
combat:encounter            GET         in      404       200    200   200   200 200   404
combat:encounter ~next      GET         in      404       404    404   404   200 200   404
combat:screen               GET         in      404       200    200   200   200 200   404
combat:screen ~next         GET         in      404       404    404   404   404 404   404
combat:as-member            GET         in      404       403    403   403   200 200   404
combat:panel                GET         in      404       200    200   200   200 200   404
combat:panel ~next          GET         in      404       404    404   404   200 200   404
combat:aim                  GET         in      404       403    403   403   200 200   404
combat:odds                 GET         in      404       403    403   200   200 200   404
combat:attack               POST        in      404       403    403   302   302 302   404
combat:defend               POST        in      404       403    422   422   422 422   404
combat:dodge-all            POST        in      404       403    403   422   422 422   404
combat:time-up              POST        in      404       403    422   422   422 422   404
combat:more-time            POST        in      404       403    403   403   422 422   404
combat:defenses             POST        in      404       403    403   403   302 302   404
combat:surprise             POST        in      404       403    403   302   302 302   404
combat:jump                 GET         in      404       403    403   403   200 200   404
combat:jump                 POST        in      404       403    403   403   302 302   404
combat:acts                 GET         in      404       403    200   200   200 200   404
combat:act                  GET         in      404       403    200   200   200 200   404
combat:act                  POST        in      404       403    422   302   302 302   404
combat:act ~effect          GET         in      404       403    403   403   200 200   404
combat:next                 POST        in      404       403    403   302   302 302   404
combat:start ~next          POST        in      404       404    404   404   302 302   404
combat:start                POST        in      404       403    403   403   422 422   404
combat:end                  POST        in      404       403    403   403   302 302   404
combat:add-heroes           POST        in      404       403    403   403   302 302   404
combat:add-foes             POST        in      404       403    403   403   302 302   404
combat:add-foe              POST        in      404       403    403   403   302 302   404
combat:harm                 POST        in      404       403    403   403   302 302   404
combat:heal                 POST        in      404       403    403   403   302 302   404
combat:stay-up              POST        in      404       403    403   422   422 422   404
combat:hide                 POST        in      404       403    403   403   302 302   404
combat:look                 GET         in      404       403    403   403   200 200   404
combat:look                 POST        in      404       403    403   403   302 302   404
combat:remove               POST        in      404       403    403   403   302 302   404
combat:library              GET         in      404       403    403   403   200 200   404
combat:new-foe              GET         in      404       403    403   403   200 200   404
combat:new-foe              POST        in      404       403    403   403   302 302   404
combat:foe                  GET         in      404       403    403   403   200 200   404
combat:foe                  POST        in      404       403    403   403   302 302   404
combat:copy-foe             POST        in      404       403    403   403   302 302   404
combat:put-away-foe         POST        in      404       403    403   403   302 302   404
combat:prepare-saved        POST        in      404       403    403   403   302 302   404
combat:put-away-saved       POST        in      404       403    403   403   302 302   404
combat:export-library       GET         in      404       403    403   403   200 200   404
combat:take-library         GET         in      404       403    403   403   200 200   404
combat:take-library         POST        in      404       403    403   403   302 302   404
combat:copy-library         GET         in      404       403    403   403   200 200   404
combat:copy-library         POST        in      404       403    403   403   302 302   404
combat:library-schema       GET        200      200       200    200   200   200 200   200
combat:weapon-cost          GET         in      404       403    403   403   200 200   404
combat:new-gear             GET         in      404       403    403   403   200 200   404
combat:new-gear             POST        in      404       403    403   403   302 302   404
combat:gear                 GET         in      404       403    403   403   200 200   404
combat:gear                 POST        in      404       403    403   403   302 302   404
combat:remove-gear          POST        in      404       403    403   403   302 302   404
combat:put-back-gear        POST        in      404       403    403   403   422 422   404
combat:add-line             POST        in      404       403    403   403   302 302   404
combat:add-from-library     POST        in      404       403    403   403   302 302   404
combat:keep-all             POST        in      404       403    403   403   302 302   404
combat:keep-foe             POST        in      404       403    403   403   302 302   404
combat:pause                POST        in      404       403    403   403   302 302   404
combat:initiative           POST        in      404       403    403   403   302 302   404
combat:initiative-all       POST        in      404       403    403   403   302 302   404
combat:move                 POST        in      404       403    403   403   302 302   404
combat:skip                 POST        in      404       403    403   403   302 302   404
combat:resume               POST        in      404       403    403   403   422 422   404
combat:chronicle            GET         in      404       200    200   200   200 200   404
combat:chronicle-print      GET         in      404       200    200   200   200 200   404
combat:chronicle ~next      GET         in      404       404    404   404   200 200   404
combat:breathe              POST        in      404       403    403   403   422 422   404
combat:delay                POST        in      404       403    403   302   302 302   404
combat:spend                POST        in      404       403    403   302   302 302   404
combat:take-up              POST        in      404       403    403   422   422 422   404
combat:declare              POST        in      404       403    403   422   422 422   404
combat:give-back            POST        in      404       403    403   403   422 422   404
set_language                POST       302      302       302    302   302   302 302   302
"""

LIKE = {"former": "stranger", "banned": "stranger"}
"""Who led this table and left it, and who was sent away for good, are to it as strangers are, but for: """
BUT = {
    ("campaigns:join", "GET", "banned"): "403",
    ("campaigns:join", "POST", "banned"): "403",
    ("campaigns:ask-back", "POST", "banned"): "403",
}

IN_TABLE = tuple(TABLE.split(None, 8)[:8])
ROLES = (*IN_TABLE, *LIKE)


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """The table by name and method."""
    found = {}
    for line in TABLE.strip("\n").splitlines()[1:]:
        name, method, *cells = line[:27].rstrip(), *line[27:].split()
        assert len(cells) == len(IN_TABLE), f"{name}: a role is missing"
        assert (name, method) not in found, f"{name} {method} stands there twice"
        said = dict(zip(IN_TABLE, cells, strict=True))
        found[name, method] = said | {role: BUT.get((name, method, role), said[like]) for role, like in LIKE.items()}
    return found


ROWS = rows()
