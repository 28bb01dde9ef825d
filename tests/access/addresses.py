"""Every address of the site: who may ask for it, what it names, what its form holds. A new address adds a line to each.

In the table 200, 302, … are HTTP statuses; `in` is the way to the log-in page and `admin` to that of the admin panel,
where all other addresses stand under one rule (test_access.py). A row whose name goes on with ~ is the same address for
something else. Some doors are shut here to all: the demo's, its tour's and the page of who asks to come back are opened
in tests/campaigns/test_start.py, tests/combat/test_tour.py and tests/campaigns/test_coming_back.py.
"""

ROLES = ("anonymous", "stranger", "spectator", "player", "owner", "co-GM", "GM", "staff")

TABLE = """
                             anonymous stranger spectator player owner co-GM  GM  staff
start                   GET        200      200       200    200   200   200  200   200
start                   POST       405      405       405    405   405   405  405   405
manifest                GET        200      200       200    200   200   200  200   200
manifest                POST       405      405       405    405   405   405  405   405
offline                 GET        200      200       200    200   200   200  200   200
offline                 POST       405      405       405    405   405   405  405   405
style                   GET        404      404       404    404   404   404  404   404
style                   POST       405      405       405    405   405   405  405   405
campaigns:guide         GET        200      200       200    200   200   200  200   200
campaigns:guide         POST       405      405       405    405   405   405  405   405
accounts:log-in         GET        200      302       302    302   302   302  302   302
accounts:log-in         POST       302      302       302    302   302   302  302   302
accounts:log-out        GET        405      405       405    405   405   405  405   405
accounts:log-out        POST       302      302       302    302   302   302  302   302
accounts:account        GET         in      200       200    200   200   200  200   200
accounts:account        POST        in      409       409    409   409   409  409   409
campaigns:new           GET        405      405       405    405   405   405  405   405
campaigns:new           POST       302      302       302    302   302   302  302   302
campaigns:solo          GET     405    405    405    405    405    405    405    405
campaigns:solo          POST    302    302    302    302    302    302    302    302
campaigns:demo          GET        405      405       405    405   405   405  405   405
campaigns:demo          POST       404      404       404    404   404   404  404   404
campaigns:table         GET         in      404       200    200   200   200  200   404
campaigns:table         POST       405      405       405    405   405   405  405   405
campaigns:news          GET         in      404       200    200   200   200  200   404
campaigns:news          POST       405      405       405    405   405   405  405   405
campaigns:log           GET         in      404       200    200   200   200  200   404
campaigns:log           POST       405      405       405    405   405   405  405   405
campaigns:entry         GET         in      404       200    200   200   200  200   404
campaigns:entry         POST       405      405       405    405   405   405  405   405
campaigns:rules         GET         in      404       200    200   200   200  200   404
campaigns:rules         POST       405      405       405    405   405   405  405   405
campaigns:luck          GET         in      404       200    200   200   200  200   404
campaigns:luck          POST       405      405       405    405   405   405  405   405
campaigns:setting       GET        405      405       405    405   405   405  405   405
campaigns:setting       POST        in      404       403    403   403   302  302   404
characters:house        GET         in      404       200    200   200   200  200   404
characters:house        POST        in      404       403    403   403   302  302   404
characters:house-preview GET       405      405       405    405   405   405  405   405
characters:house-preview POST       in      404       403    403   403   200  200   404
characters:house-copy   GET        405      405       405    405   405   405  405   405
characters:house-copy   POST        in      404       403    403   403   422  422   404
characters:house-import GET        405      405       405    405   405   405  405   405
characters:house-import POST        in      404       403    403   403   422  422   404
characters:house-export GET         in      404       200    200   200   200  200   404
characters:house-export POST       405      405       405    405   405   405  405   405
campaigns:toggle        GET        405      405       405    405   405   405  405   405
campaigns:toggle        POST        in      404       403    403   302   302  302   404
campaigns:invite        GET        405      405       405    405   405   405  405   405
campaigns:invite        POST        in      404       403    403   403   302  302   404
campaigns:address       GET        405      405       405    405   405   405  405   405
campaigns:address       POST        in      404       403    403   403   302  302   404
campaigns:answer        GET        405      405       405    405   405   405  405   405
campaigns:answer        POST        in      404       403    403   403   302  302   404
campaigns:member        GET         in      404       403    403   403   200  200   404
campaigns:member        POST       405      405       405    405   405   405  405   405
campaigns:send-link     GET        405      405       405    405   405   405  405   405
campaigns:send-link     POST        in      404       403    403   403   200  200   404
campaigns:role          GET        405      405       405    405   405   405  405   405
campaigns:role          POST        in      404       403    403   403   403  302   404
campaigns:remove        GET        405      405       405    405   405   405  405   405
campaigns:remove        POST        in      404       403    403   403   302  302   404
accounts:password       GET      in    200    200    200    200    200    200    200
accounts:password       POST     in    302    302    302    302    302    302    302
accounts:out-elsewhere  GET     405    405    405    405    405    405    405    405
accounts:out-elsewhere  POST     in    302    302    302    302    302    302    302
accounts:out-there      GET     405    405    405    405    405    405    405    405
accounts:out-there      POST     in    404    404    404    404    404    302    404
campaigns:manage        GET      in    404    403    403    403    200    200    404
campaigns:manage        POST    405    405    405    405    405    405    405    405
campaigns:new-link      GET     405    405    405    405    405    405    405    405
campaigns:new-link      POST     in    404    403    403    403    302    302    404
campaigns:end-link      GET     405    405    405    405    405    405    405    405
campaigns:end-link      POST     in    404    403    403    403    302    302    404
campaigns:lift-ban      GET     405    405    405    405    405    405    405    405
campaigns:lift-ban      POST     in    404    403    403    403    302    302    404
campaigns:import        GET     200    200    200    200    200    200    200    200
campaigns:import        POST    422    422    422    422    422    422    422    422
campaigns:schema        GET     200    200    200    200    200    200    200    200
campaigns:schema        POST    405    405    405    405    405    405    405    405
campaigns:export        GET      in    404    403    403    403    403    200    404
campaigns:export        POST    405    405    405    405    405    405    405    405
campaigns:arrived       GET      in    404    403    403    403    200    200    404
campaigns:arrived       POST    405    405    405    405    405    405    405    405
campaigns:rename        GET     405    405    405    405    405    405    405    405
campaigns:rename        POST     in    404    403    403    403    302    302    404
campaigns:archive       GET     405    405    405    405    405    405    405    405
campaigns:archive       POST     in    404    403    403    403    403    302    404
campaigns:restore       GET     405    405    405    405    405    405    405    405
campaigns:restore       POST     in    404    403    403    403    403    422    404
campaigns:ban           GET     405    405    405    405    405    405    405    405
campaigns:ban           POST     in    404    403    403    403    302    302    404
campaigns:hand-over     GET     405    405    405    405    405    405    405    405
campaigns:hand-over     POST     in    404    403    403    403    403    302    404
campaigns:password-link GET     405    405    405    405    405    405    405    405
campaigns:password-link POST     in    404    403    403    403    403    200    404
campaigns:mine          GET      in    200    200    200    200    200    200    200
campaigns:mine          POST    405    405    405    405    405    405    405    405
campaigns:new-password  GET     200    200    200    200    200    200    200    200
campaigns:new-password  POST     in     in     in    302     in     in     in     in
campaigns:void-links    GET     405    405    405    405    405    405    405    405
campaigns:void-links    POST     in    302    302    302    302    302    302    302
campaigns:delete-accountGET      in    200    200    200    200    200    200    200
campaigns:delete-accountPOST     in    422    422    422    422    422    422    422
characters:own-data     GET      in    200    200    200    200    200    200    200
characters:own-data     POST    405    405    405    405    405    405    405    405
campaigns:join          GET        200      200       302    302   302   302  302   200
campaigns:join          POST       302      302       302    302   302   302  302   302
campaigns:ask-back      GET        405      405       405    405   405   405  405   405
campaigns:ask-back      POST       302      302       302    302   302   302  302   302
campaigns:waiting       GET        404      404       404    404   404   404  404   404
campaigns:waiting       POST       404      404       404    404   404   404  404   404
campaigns:seat          GET        200      200       200    200   200   200  200   200
campaigns:seat          POST       302      302       302    302   302   302  302   302
campaigns:journal       GET          in   404   200   200   200   200   200   404
campaigns:journal       POST        405   405   405   405   405   405   405   405
campaigns:journal-print GET          in   404   200   200   200   200   200   404
campaigns:journal-print POST        405   405   405   405   405   405   405   405
campaigns:search        GET          in   404   200   200   200   200   200   404
campaigns:search        POST        405   405   405   405   405   405   405   405
campaigns:journal-write GET         405   405   405   405   405   405   405   405
campaigns:journal-write POST         in   404   403   302   302   302   302   404
campaigns:journal-removeGET         405   405   405   405   405   405   405   405
campaigns:journal-removePOST         in   404   403   403   302   302   302   404
campaigns:notes         GET          in   404   403   403   403   200   200   404
campaigns:notes         POST        405   405   405   405   405   405   405   405
campaigns:write         GET         405   405   405   405   405   405   405   405
campaigns:write         POST         in   404   403   403   403   302   302   404
campaigns:put-back      GET         405   405   405   405   405   405   405   405
campaigns:put-back      POST         in   404   403   403   403   302   302   404
campaigns:notes ~entry  GET          in   404   403   403   200   403   403   404
characters:new          GET         in      404       403    200   200   200  200   404
characters:new          POST        in      404       403    302   302   302  302   404
characters:sheet        GET         in      404       403    403   200   200  200   404
characters:sheet        POST       405      405       405    405   405   405  405   405
characters:sheet ~foe   GET         in      404       404    404   404   200  200   404
characters:traits       GET         in      404       403    403   200   200  200   404
characters:traits       POST       405      405       405    405   405   405  405   405
characters:traits ~foe  GET         in      404       404    404   404   200  200   404
characters:roll         GET        405      405       405    405   405   405  405   405
characters:roll         POST        in      404       403    403   302   302  302   404
characters:roll ~foe    POST        in      404       404    404   404   302  302   404
characters:points       GET        405      405       405    405   405   405  405   405
characters:points       POST        in      404       403    403   302   302  302   404
characters:points ~foe  POST        in      404       404    404   404   302  302   404
characters:type-points  GET        405      405       405    405   405   405  405   405
characters:type-points  POST        in      404       403    403   302   302  302   404
characters:free         GET        405      405       405    405   405   405  405   405
characters:free         POST        in      404       403    302   302   302  302   404
characters:try-dice     GET        200      200       200    200   200   200  200   200
characters:try-dice     POST       200      200       200    200   200   200  200   200
characters:settle       GET        405      405       405    405   405   405  405   405
characters:settle       POST        in      404       403    422   422   422  422   404
characters:oppose       GET         in      404       403    403   200   200  200   404
characters:oppose       POST        in      404       403    403   302   302  302   404
characters:damage       GET        405      405       405    405   405   405  405   405
characters:damage       POST        in      404       403    403   422   422  422   404
characters:save         GET        405      405       405    405   405   405  405   405
characters:save         POST        in      404       403    403   422   422  422   404
characters:effect-over  GET        405      405       405    405   405   405  405   405
characters:effect-over  POST        in      404       403    403   403   422  422   404
characters:give-token   GET        405      405       405    405   405   405  405   405
characters:give-token   POST        in      404       403    403   403   422  422   404
characters:protagonism  GET        405      405       405    405   405   405  405   405
characters:protagonism  POST        in      404       403    403   403   422  422   404
characters:stay-up      GET        405      405       405    405   405   405  405   405
characters:stay-up      POST        in      404       403    403   422   422  422   404
characters:write        GET        405      405       405    405   405   405  405   405
characters:write        POST        in      404       403    403   302   302  302   404
characters:write ~foe   POST        in      404       404    404   404   302  302   404
characters:write ~gm    POST        in      404       403    403   403   409  409   404
characters:wield        GET        405      405       405    405   405   405  405   405
characters:wield        POST        in      404       403    403   302   302  302   404
characters:afflict      GET        405      405       405    405   405   405  405   405
characters:afflict      POST        in      404       403    403   302   302  302   404
characters:relieve      GET        405      405       405    405   405   405  405   405
characters:relieve      POST        in      404       403    403   302   302  302   404
characters:share        GET        405      405       405    405   405   405  405   405
characters:share        POST        in      404       403    403   302   302  302   404
characters:put-portrait GET        405      405       405    405   405   405  405   405
characters:put-portrait POST        in      404       403    403   422   422  422   404
characters:no-portrait  GET        405      405       405    405   405   405  405   405
characters:no-portrait  POST        in      404       403    403   302   302  302   404
characters:portrait     GET         in      404       200    200   200   200  200   404
characters:portrait     POST       405      405       405    405   405   405  405   405
characters:history      GET         in      404       403    403   200   200  200   404
characters:history      POST       405      405       405    405   405   405  405   405
characters:history ~foe GET         in      404       404    404   404   200  200   404
characters:put-back      GET        405      405       405    405   405   405  405   405
characters:put-back      POST        in      404       403    403   302   302  302   404
characters:put-back ~gm  POST        in      404       403    403   404   302  302   404
characters:build        GET         in      404       404    404   200   200  200   404
characters:build        POST       405      405       405    405   405   405  405   405
characters:who          GET         in      404       404    404   200   200  200   404
characters:who          POST        in      404       404    404   302   302  302   404
characters:gear         GET         in      404       404    404   200   200  200   404
characters:gear         POST        in      404       404    404   302   302  302   404
characters:review       GET         in      404       404    404   200   200  200   404
characters:review       POST       405      405       405    405   405   405  405   405
characters:spend        GET        405      405       405    405   405   405  405   405
characters:spend        POST        in      404       404    404   302   302  302   404
characters:techniques   GET        405      405       405    405   405   405  405   405
characters:techniques   POST        in      404       404    404   302   302  302   404
characters:technique    GET         in      404       404    404   200   200  200   404
characters:technique    POST        in      404       404    404   302   302  302   404
characters:forget       GET        405      405       405    405   405   405  405   405
characters:forget       POST        in      404       404    404   302   302  302   404
characters:specialize   GET        405      405       405    405   405   405  405   405
characters:specialize   POST        in      404       404    404   302   302  302   404
characters:approve      GET        405      405       405    405   405   405  405   405
characters:approve      POST        in      404       404    404   403   302  302   404
characters:finish       GET        405      405       405    405   405   405  405   405
characters:finish       POST        in      404       404    404   302   302  302   404
characters:schema       GET     200    200    200    200    200    200    200    200
characters:schema       POST    405    405    405    405    405    405    405    405
characters:house-schema GET     200    200    200    200    200    200    200    200
characters:house-schema POST    405    405    405    405    405    405    405    405
characters:import       GET      in    404    403    200    200    200    200    404
characters:import       POST     in    404    403    302    302    302    302    404
characters:files        GET      in    404    403    403    200    200    200    404
characters:files        POST    405    405    405    405    405    405    405    405
characters:files ~foe   GET      in    404    404    404    404    200    200    404
characters:files ~new   GET      in    404    404    404    200    200    200    404
characters:print        GET      in    404    403    403    200    200    200    404
characters:print        POST    405    405    405    405    405    405    405    405
characters:print ~foe   GET      in    404    404    404    404    200    200    404
characters:print ~new   GET      in    404    404    404    200    200    200    404
characters:export       GET      in    404    403    403    200    200    200    404
characters:export       POST    405    405    405    405    405    405    405    405
characters:export ~foe  GET      in    404    404    404    404    200    200    404
characters:export ~new  GET      in    404    404    404    200    200    200    404
characters:copy         GET     405    405    405    405    405    405    405    405
characters:copy         POST     in    404    403    403    302    302    302    404
characters:copy ~new    POST     in    404    404    404    302    302    302    404
characters:hand-over    GET     405    405    405    405    405    405    405    405
characters:hand-over    POST     in    404    403    403    302    302    302    404
characters:archive      GET     405    405    405    405    405    405    405    405
characters:archive      POST     in    404    403    403    422    422    422    404
characters:archive ~new POST     in    404    404    404    302    302    302    404
characters:copy ~foe    POST     in    404    404    404    404    302    302    404
characters:succeed      GET      in    404    403    403    200    200    200    404
characters:succeed      POST     in    404    403    403    422    422    422    404
characters:restore      GET     405    405    405    405    405    405    405    405
characters:restore      POST     in    404    403    403    302    302    302    404
characters:growth       GET         in      404       403    403   200   200  200   404
characters:growth       POST       405      405       405    405   405   405  405   405
characters:growth ~foe  GET         in      404       404    404   404   404  404   404
characters:buy          GET        405      405       405    405   405   405  405   405
characters:buy          POST        in      404       403    403   422   422  422   404
characters:buy ~foe     POST        in      404       404    404   404   404  404   404
characters:buy-priced   GET        405      405       405    405   405   405  405   405
characters:buy-priced   POST        in      404       403    403   403   422  422   404
characters:correct      GET        405      405       405    405   405   405  405   405
characters:correct      POST        in      404       403    403   403   302  302   404
characters:proof        GET         in      404       403    403   200   200  200   404
characters:proof        POST       405      405       405    405   405   405  405   405
characters:proofs       GET         in      404       403    403   403   200  200   404
characters:proofs       POST       405      405       405    405   405   405  405   405
characters:take-back    GET         in      404       403    403   403   200  200   404
characters:take-back    POST        in      404       403    403   403   302  302   404
characters:evening      GET         in      404       403    403   403   200  200   404
characters:evening      POST       405      405       405    405   405   405  405   405
characters:open-session GET        405      405       405    405   405   405  405   405
characters:open-session POST        in      404       403    403   403   302  302   404
characters:close-session GET       405      405       405    405   405   405  405   405
characters:close-session POST       in      404       403    403   403   422  422   404
characters:day          GET        405      405       405    405   405   405  405   405
characters:day          POST        in      404       403    403   403   302  302   404
characters:award        GET        405      405       405    405   405   405  405   405
characters:award        POST        in      404       403    403   403   302  302   404
characters:adventure    GET       405      405       405    405   405   405  405   405
characters:adventure    POST       in      404       403    403   403   422  422   404
characters:scene        GET       405      405       405    405   405   405  405   405
characters:scene        POST       in      404       403    403   403   302  302   404
characters:share-out    GET       405      405       405    405   405   405  405   405
characters:share-out    POST       in      404       403    403   403   302  302   404
combat:tour             GET        405      405       405    405   405   405  405   405
combat:tour             POST        in      404       404    404   404   404  404   404
combat:new              GET         in      404       403    403   403   200  200   404
combat:new              POST        in      404       403    403   403   302  302   404
combat:encounter        GET         in      404       200    200   200   200  200   404
combat:encounter        POST       405      405       405    405   405   405  405   405
combat:encounter ~next  GET         in      404       404    404   404   200  200   404
combat:screen           GET         in      404       200    200   200   200  200   404
combat:screen           POST       405      405       405    405   405   405  405   405
combat:screen ~next     GET         in      404       404    404   404   404  404   404
combat:as-member        GET         in      404       403    403   403   200  200   404
combat:as-member        POST       405      405       405    405   405   405  405   405
combat:panel            GET         in      404       200    200   200   200  200   404
combat:panel            POST       405      405       405    405   405   405  405   405
combat:panel ~next      GET         in      404       404    404   404   200  200   404
combat:aim              GET         in      404       403    403   403   200  200   404
combat:aim              POST       405      405       405    405   405   405  405   405
combat:odds             GET         in      404       403    403   200   200  200   404
combat:odds             POST       405      405       405    405   405   405  405   405
combat:attack           GET        405      405       405    405   405   405  405   405
combat:attack           POST        in      404       403    403   302   302  302   404
combat:defend           GET        405      405       405    405   405   405  405   405
combat:defend           POST        in      404       403    422   422  422  422   404
combat:dodge-all        GET        405      405       405    405   405   405  405   405
combat:dodge-all        POST        in      404       403    403   422   422  422   404
combat:time-up          GET        405      405       405    405   405   405  405   405
combat:time-up          POST        in      404       403    422   422   422  422   404
combat:more-time        GET        405      405       405    405   405   405  405   405
combat:more-time        POST        in      404       403    403   403   422  422   404
combat:defenses         GET        405      405       405    405   405   405  405   405
combat:defenses         POST        in      404       403    403   403   302  302   404
combat:surprise         GET        405      405       405    405   405   405  405   405
combat:surprise         POST        in      404       403    403   302   302  302   404
combat:jump             GET         in      404       403    403   403   200  200   404
combat:jump             POST        in      404       403    403   403   302  302   404
combat:acts             GET         in      404       403    200   200   200  200   404
combat:acts             POST       405      405       405    405   405   405  405   405
combat:act              GET         in      404       403    200   200   200  200   404
combat:act              POST        in      404       403    422   302   302  302   404
combat:act ~effect      GET         in      404       403    403   403   200  200   404
combat:next             GET        405      405       405    405   405   405  405   405
combat:next             POST        in      404       403    403   302   302  302   404
combat:start            GET        405      405       405    405   405   405  405   405
combat:start ~next      POST        in      404       404    404   404   302  302   404
combat:start            POST        in      404       403    403   403   422  422   404
combat:end              GET        405      405       405    405   405   405  405   405
combat:end              POST        in      404       403    403   403   302  302   404
combat:add-heroes       GET        405      405       405    405   405   405  405   405
combat:add-heroes       POST        in      404       403    403   403   302  302   404
combat:add-foes         GET        405      405       405    405   405   405  405   405
combat:add-foes         POST        in      404       403    403   403   302  302   404
combat:add-foe          GET        405      405       405    405   405   405  405   405
combat:add-foe          POST        in      404       403    403   403   302  302   404
combat:harm             GET        405      405       405    405   405   405  405   405
combat:harm             POST        in      404       403    403   403   302  302   404
combat:heal             GET        405      405       405    405   405   405  405   405
combat:heal             POST        in      404       403    403   403   302  302   404
combat:stay-up          GET        405      405       405    405   405   405  405   405
combat:stay-up          POST        in      404       403    403   422   422  422   404
combat:hide             GET        405      405       405    405   405   405  405   405
combat:hide             POST        in      404       403    403   403   302  302   404
combat:look             GET         in      404       403    403   403   200  200   404
combat:look             POST        in      404       403    403   403   302  302   404
combat:remove           GET        405      405       405    405   405   405  405   405
combat:remove           POST        in      404       403    403   403   302  302   404
combat:library          GET         in      404       403    403   403   200  200   404
combat:library          POST       405      405       405    405   405   405  405   405
combat:new-foe          GET         in      404       403    403   403   200  200   404
combat:new-foe          POST        in      404       403    403   403   302  302   404
combat:foe              GET         in      404       403    403   403   200  200   404
combat:foe              POST        in      404       403    403   403   302  302   404
combat:copy-foe         GET        405      405       405    405   405   405  405   405
combat:copy-foe         POST        in      404       403    403   403   302  302   404
combat:put-away-foe     GET        405      405       405    405   405   405  405   405
combat:put-away-foe     POST        in      404       403    403   403   302  302   404
combat:prepare-saved    GET        405      405       405    405   405   405  405   405
combat:prepare-saved    POST        in      404       403    403   403   302  302   404
combat:put-away-saved   GET        405      405       405    405   405   405  405   405
combat:put-away-saved   POST        in      404       403    403   403   302  302   404
combat:export-library   GET         in      404       403    403   403   200  200   404
combat:export-library   POST       405      405       405    405   405   405  405   405
combat:take-library     GET         in      404       403    403   403   200  200   404
combat:take-library     POST        in      404       403    403   403   302  302   404
combat:copy-library     GET         in      404       403    403   403   200  200   404
combat:copy-library     POST        in      404       403    403   403   302  302   404
combat:library-schema   GET        200      200       200    200   200   200  200   200
combat:library-schema   POST       405      405       405    405   405   405  405   405
combat:weapon-cost      GET         in      404       403    403   403   200  200   404
combat:weapon-cost      POST       405      405       405    405   405   405  405   405
combat:new-gear         GET         in      404       403    403   403   200  200   404
combat:new-gear         POST        in      404       403    403   403   302  302   404
combat:gear             GET         in      404       403    403   403   200  200   404
combat:gear             POST        in      404       403    403   403   302  302   404
combat:remove-gear      GET        405      405       405    405   405   405  405   405
combat:remove-gear      POST        in      404       403    403   403   302  302   404
combat:put-back-gear    GET        405      405       405    405   405   405  405   405
combat:put-back-gear    POST        in      404       403    403   403   422  422   404
combat:add-line         GET        405      405       405    405   405   405  405   405
combat:add-line         POST        in      404       403    403   403   302  302   404
combat:add-from-library GET        405      405       405    405   405   405  405   405
combat:add-from-library POST        in      404       403    403   403   302  302   404
combat:keep-all         GET        405      405       405    405   405   405  405   405
combat:keep-all         POST        in      404       403    403   403   302  302   404
combat:keep-foe         GET        405      405       405    405   405   405  405   405
combat:keep-foe         POST        in      404       403    403   403   302  302   404
combat:pause            GET        405      405       405    405   405   405  405   405
combat:pause            POST        in      404       403    403   403   302  302   404
combat:initiative       GET        405      405       405    405   405   405  405   405
combat:initiative       POST        in      404       403    403   403   302  302   404
combat:initiative-all   GET        405      405       405    405   405   405  405   405
combat:initiative-all   POST        in      404       403    403   403   302  302   404
combat:move             GET        405      405       405    405   405   405  405   405
combat:move             POST        in      404       403    403   403   302  302   404
combat:skip             GET        405      405       405    405   405   405  405   405
combat:skip             POST        in      404       403    403   403   302  302   404
combat:resume           GET        405      405       405    405   405   405  405   405
combat:resume           POST        in      404       403    403   403   422  422   404
combat:chronicle        GET         in      404       200    200   200   200  200   404
combat:chronicle        POST       405      405       405    405   405   405  405   405
combat:chronicle-print  GET         in      404       200    200   200   200  200   404
combat:chronicle-print  POST       405      405       405    405   405   405  405   405
combat:chronicle ~next  GET         in      404       404    404   404   200  200   404
combat:breathe          GET        405      405       405    405   405   405  405   405
combat:breathe          POST        in      404       403    403   403   422  422   404
combat:delay            GET        405      405       405    405   405   405  405   405
combat:delay            POST        in      404       403    403   302   302  302   404
combat:spend            GET        405      405       405    405   405   405  405   405
combat:spend            POST        in      404       403    403   302   302  302   404
combat:take-up          GET        405      405       405    405   405   405  405   405
combat:take-up          POST        in      404       403    403   422   422  422   404
combat:declare          GET        405      405       405    405   405   405  405   405
combat:declare          POST        in      404       403    403   422   422  422   404
combat:give-back        GET        405      405       405    405   405   405  405   405
combat:give-back        POST        in      404       403    403   403   422  422   404
set_language            GET        302      302       302    302   302   302  302   302
set_language            POST       302      302       302    302   302   302  302   302
admin:index             GET      admin    admin     admin  admin admin admin admin  200
admin:index             POST     admin    admin     admin  admin admin admin admin  200
admin:login             GET        200      200       200    200   200   200  200   302
admin:login             POST       200      200       200    200   200   200  200   200
admin:logout            GET        302      302       302    302   302   302  302   405
admin:logout            POST       302      302       302    302   302   302  302   302
"""

NAMES = {
    "campaigns:table": ("key",),
    "campaigns:news": ("key",),
    "campaigns:log": ("key",),
    "campaigns:luck": ("key",),
    "campaigns:rules": ("key",),
    "campaigns:guide": ("guide",),
    "campaigns:setting": ("key",),
    "characters:house": ("key",),
    "characters:house-preview": ("key",),
    "characters:house-copy": ("key",),
    "characters:house-import": ("key",),
    "characters:house-export": ("key",),
    "campaigns:entry": ("key", "entry"),
    "campaigns:toggle": ("key", "entry"),
    "campaigns:invite": ("key",),
    "campaigns:address": ("key",),
    "campaigns:answer": ("key", "request"),
    "campaigns:member": ("key", "member"),
    "campaigns:send-link": ("key", "member"),
    "campaigns:role": ("key", "member"),
    "campaigns:remove": ("key", "member"),
    "accounts:out-there": ("browser",),
    "campaigns:manage": ("key",),
    "campaigns:new-link": ("key", "open invitation"),
    "campaigns:end-link": ("key", "open invitation"),
    "campaigns:lift-ban": ("key", "ban"),
    "campaigns:schema": ("schema",),
    "campaigns:export": ("key",),
    "campaigns:arrived": ("key",),
    "campaigns:rename": ("key",),
    "campaigns:archive": ("key",),
    "campaigns:restore": ("key",),
    "campaigns:ban": ("key", "member"),
    "campaigns:hand-over": ("key", "member with a login"),
    "campaigns:password-link": ("key", "member with a login"),
    "campaigns:new-password": ("password link",),
    "campaigns:join": ("invitation",),
    "campaigns:ask-back": ("invitation",),
    "campaigns:waiting": ("request",),
    "campaigns:seat": ("seat link",),
    "campaigns:journal": ("key",),
    "campaigns:journal-print": ("key",),
    "campaigns:journal-write": ("key",),
    "campaigns:journal-remove": ("key", "journal entry"),
    "campaigns:notes": ("key", "scene"),
    "campaigns:write": ("key", "scene", "text of a scene"),
    "campaigns:put-back": ("key", "scene", "change of a scene"),
    "campaigns:search": ("key",),
    "characters:new": ("key",),
    "characters:sheet": ("character",),
    "characters:traits": ("character",),
    "characters:roll": ("character",),
    "characters:points": ("character", "pool"),
    "characters:stay-up": ("character",),
    "characters:write": ("character", "text"),
    "characters:wield": ("character",),
    "characters:afflict": ("character",),
    "characters:relieve": ("character", "condition"),
    "characters:share": ("character",),
    "characters:put-portrait": ("character",),
    "characters:no-portrait": ("character",),
    "characters:portrait": ("character", "picture"),
    "characters:history": ("character",),
    "characters:put-back": ("character", "change"),
    "characters:type-points": ("character",),
    "characters:free": ("key",),
    "characters:settle": ("key", "entry"),
    "characters:oppose": ("character",),
    "characters:damage": ("character",),
    "characters:save": ("character",),
    "characters:effect-over": ("character",),
    "characters:give-token": ("character",),
    "characters:protagonism": ("character",),
    "characters:build": ("draft",),
    "characters:who": ("draft",),
    "characters:gear": ("draft",),
    "characters:review": ("draft",),
    "characters:finish": ("draft",),
    "characters:spend": ("draft", "group", "trait"),
    "characters:techniques": ("open draft",),
    "characters:technique": ("open draft", "technique"),
    "characters:forget": ("open draft", "technique"),
    "characters:specialize": ("open draft", "skill"),
    "characters:approve": ("open draft", "trait"),
    "characters:house-schema": ("schema",),
    "characters:schema": ("schema",),
    "characters:import": ("key",),
    "characters:files": ("character",),
    "characters:print": ("character",),
    "characters:export": ("character",),
    "characters:copy": ("character",),
    "characters:succeed": ("character",),
    "characters:hand-over": ("character",),
    "characters:archive": ("character",),
    "characters:restore": ("archived",),
    "characters:growth": ("character",),
    "characters:buy": ("character",),
    "characters:buy-priced": ("character",),
    "characters:correct": ("character",),
    "characters:proof": ("character",),
    "characters:proofs": ("key",),
    "characters:take-back": ("key", "movement"),
    "characters:evening": ("key",),
    "characters:open-session": ("key",),
    "characters:close-session": ("key",),
    "characters:day": ("key",),
    "characters:award": ("key",),
    "characters:adventure": ("key",),
    "characters:scene": ("key",),
    "characters:share-out": ("key",),
    "combat:tour": ("key",),
    "combat:new": ("key",),
    "combat:export-library": ("key",),
    "combat:take-library": ("key",),
    "combat:copy-library": ("key", "other table"),
    "combat:library-schema": ("schema",),
    "combat:weapon-cost": ("key",),
    "combat:new-gear": ("key", "gear table"),
    "combat:gear": ("key", "gear table", "gear"),
    "combat:remove-gear": ("key", "gear table", "gear"),
    "combat:put-back-gear": ("key", "gear table", "gear"),
    "combat:encounter": ("fight",),
    "combat:screen": ("fight",),
    "combat:as-member": ("fight", "member"),
    "combat:panel": ("fight",),
    "combat:aim": ("fight",),
    "combat:odds": ("fight",),
    "combat:attack": ("fight",),
    "combat:defend": ("fight",),
    "combat:dodge-all": ("fight",),
    "combat:time-up": ("fight",),
    "combat:more-time": ("fight",),
    "combat:defenses": ("fight",),
    "combat:surprise": ("fight",),
    "combat:jump": ("fight", "step"),
    "combat:acts": ("fight",),
    "combat:act": ("fight", "act"),
    "combat:next": ("fight",),
    "combat:start": ("fight",),
    "combat:end": ("fight",),
    "combat:add-heroes": ("fight",),
    "combat:add-foes": ("fight",),
    "combat:add-foe": ("fight",),
    "combat:harm": ("fight",),
    "combat:heal": ("fight",),
    "combat:stay-up": ("fight",),
    "combat:breathe": ("fight",),
    "combat:chronicle": ("fight",),
    "combat:chronicle-print": ("fight",),
    "combat:hide": ("fight",),
    "combat:look": ("fight",),
    "combat:remove": ("fight",),
    "combat:library": ("key",),
    "combat:new-foe": ("key",),
    "combat:foe": ("key", "shelf foe"),
    "combat:copy-foe": ("key", "shelf foe"),
    "combat:put-away-foe": ("key", "shelf foe"),
    "combat:prepare-saved": ("key", "saved"),
    "combat:put-away-saved": ("key", "saved"),
    "combat:spend": ("fight", "action"),
    "combat:give-back": ("fight", "action"),
    "combat:add-line": ("fight",),
    "combat:add-from-library": ("fight",),
    "combat:keep-all": ("fight",),
    "combat:keep-foe": ("fight",),
    "combat:pause": ("fight",),
    "combat:resume": ("fight",),
    "combat:initiative": ("fight",),
    "combat:initiative-all": ("fight",),
    "combat:move": ("fight",),
    "combat:delay": ("fight",),
    "combat:take-up": ("fight",),
    "combat:skip": ("fight",),
    "combat:declare": ("fight",),
}
"""What an address names, in the order it stands there; one that is not here names nothing."""

VARIANTS = {
    "~foe": {"character": "foe"},
    "~gm": {"text": "text of the GM", "change": "change of the GM"},
    "~new": {"character": "draft"},
    "~next": {"fight": "fight in preparation"},
    "~effect": {"act": "effect"},
    "~entry": {"scene": "entry as a place"},
}

PASSWORD = "una frase que nadie adivina"
PRESS = {"press": "pulsada-1"}
LOOKED_AT = {
    "was": '{{"creation.has_specializations": true, "creation.prodigy_from": 5}}',
    "rolls.critical_margin": "8", "pools.pv.formula": "physique * 5", "recovery.breather": "3d6",
    "last_stand.attribute": "physique", "skills.notice.label": "Fijarse", "skills.notice.attribute": "physique",
}  # fmt: skip
HOUSE = {**LOOKED_AT, **PRESS}

LOOKS = {"alias": "", "shown_points": "word"}
FOE = {
    "name": "Ogro viejo", "gender": "m", "points": "30", "defense": "11", "attack": "9", "damage": "2d6",
    "absorption": "2", "initiative": "4", "alias": "", "shown_points": "word", "notes": "", **PRESS,
}  # fmt: skip

FORMS = {
    "accounts:log-in": {"username": "sergio", "password": PASSWORD},
    "accounts:account": {"username": "lola.maz", "password": "tres tristes tigres"},
    "campaigns:new": {
        "campaign": "Los pozos", "preset": "ryf-core", "setting": "future", "name": "Nuria", "username": "nuria",
        "password": "tres tristes tigres",
    },
    "campaigns:solo": {
        "campaign": "Mis hojas", "preset": "ryf-core", "name": "Nuria", "username": "nuria",
        "password": "tres tristes tigres",
    },
    "campaigns:demo": {"role": "gm"},
    "campaigns:setting": {"setting": "future", **PRESS},
    "characters:house": HOUSE,
    "characters:house-preview": LOOKED_AT,
    "characters:house-copy": {"campaign": "nirgend"},
    "characters:house-import": {"text": "{{}}"},
    "accounts:password": {
        "old_password": PASSWORD, "new_password1": "tres tristes tigres", "new_password2": "tres tristes tigres",
    },
    "campaigns:invite": {"role": "player", "lasts": "week", "uses": "3"},
    "campaigns:end-link": PRESS,
    "campaigns:lift-ban": PRESS,
    "campaigns:import": {},  # without a file; with one in tests/exchange
    "campaigns:rename": {"name": "La otra orilla", **PRESS},
    "campaigns:archive": PRESS,
    "campaigns:restore": PRESS,
    "campaigns:ban": PRESS,
    "campaigns:hand-over": PRESS,
    "campaigns:new-password": {"new_password1": "tres tristes tigres", "new_password2": "tres tristes tigres"},
    "campaigns:delete-account": {"name": "Lola"},
    "campaigns:toggle": PRESS,
    "campaigns:address": {"link_address": "10.0.0.7"},
    "campaigns:answer": {"answer": "yes", **PRESS},
    "campaigns:role": {"role": "spectator", **PRESS},
    "campaigns:remove": PRESS,
    "campaigns:join": {"name": "Nuria"},
    "campaigns:ask-back": {"name": "Lola"},
    "characters:new": {"name": "Sancha", "concept": "Ladrona", "gender": "f", **PRESS},
    "characters:roll": {
        "trait": "stealth", "difficulty": "easy", "modifier": "0", "audience": "table", "dice": "", "supports": "",
        **PRESS,
    },
    "characters:points": {"amount": "-1", **PRESS},
    "characters:stay-up": PRESS,
    "campaigns:journal-write": {"name": "El vado", "notes": "Llegamos de noche.", **PRESS},
    "campaigns:journal-remove": PRESS,
    "campaigns:write": {"text": "Abierta", "version": "1", **PRESS},
    "campaigns:put-back": PRESS,
    "characters:write": {"text": "Zurda", "version": "0", **PRESS},
    "characters:wield": {"weapon": "", **PRESS},
    "characters:afflict": {"name": "envenenada", "note": "", **PRESS},
    "characters:relieve": PRESS,
    "characters:share": {"sharing": "all", **PRESS},
    "characters:put-portrait": PRESS,
    "characters:no-portrait": PRESS,
    "characters:put-back": PRESS,
    "characters:type-points": {"pool": "pv", "change": "-1", **PRESS},
    "characters:try-dice": {"preset": "ryf-core", "bonus": "8", "difficulty": "15", "keep": "0", "formula": ""},
    "characters:free": {"formula": "3d6+3", "audience": "table", "dice": "", **PRESS},
    "characters:settle": {"answer": "again", **PRESS},
    "characters:oppose": {
        "trait": "stealth", "modifier": "0", "audience": "table", "dice": "", "who-1": "{other hero}",
        "trait-1": "perception", "modifier-1": "0", **PRESS,
    },
    "characters:damage": {"of": "nada", "dice": "", **PRESS},
    "characters:save": {"effect": "nada", "dice": "", **PRESS},
    "characters:effect-over": {"effect": "nada", **PRESS},
    "characters:give-token": PRESS,
    "characters:protagonism": PRESS,
    "characters:who": {"name": "Sancha", "concept": "Ladrona", "gender": "f", **PRESS},
    "characters:gear": {"take": "weapons:dagger", **PRESS},
    "characters:spend": {"value": "3", "step": "", **PRESS},
    "characters:techniques": {"name": "Finta", "attribute": "dexterity", "special": "Dos pasos", **PRESS},
    "characters:technique": {"name": "Finta", "was": "Estocada", **PRESS},
    "characters:forget": PRESS,
    "characters:specialize": {"name": "De noche", **PRESS},
    "characters:approve": {"answer": "approve", **PRESS},
    "characters:finish": {"losing": "", **PRESS},
    "characters:import": {
        "text": '{{"format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "traits": {{}}}}',
        "owner": "{member}", **PRESS,
    },
    "characters:copy": PRESS,
    "characters:succeed": {"name": "Sancha", **PRESS},
    "characters:hand-over": {"owner": "{member}", **PRESS},
    "characters:archive": PRESS,
    "characters:restore": PRESS,
    "characters:buy": {"buy": "skills.stealth:4", **PRESS},
    "characters:buy-priced": {
        "what": "new", "name": "Bola", "px": "3", "powers": "0", "attribute": "physique", **PRESS,
    },
    "characters:correct": {"trait": "skills.stealth", "to": "5", "reason": "Su oficio", **PRESS},
    "characters:take-back": {"px": "2", "reason": "Eran menos", **PRESS},
    "characters:open-session": PRESS,
    "characters:close-session": PRESS,
    "characters:day": {"who": "{character outside}", "rests": "1", **PRESS},
    "characters:award": {"who": "{character}", "px": "3", "reason": "La vela negra", **PRESS},
    "characters:adventure": {"name": "La torre", **PRESS},
    "characters:scene": {"name": "El vado", "notes": "Niebla", "gm_notes": "Es Azcona", **PRESS},
    "characters:share-out": {"who": "{character}", **PRESS},
    "combat:tour": {"step": "1"},
    "combat:new": {"name": "Emboscada"},
    "combat:attack": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:defend": {"answer": "nada:dodge", **PRESS},
    "combat:dodge-all": {"who": "{character}", **PRESS},
    "combat:time-up": {"answer": "nada"},
    "combat:more-time": {"answer": "nada", **PRESS},
    "combat:defenses": {"patience": "30", **PRESS},
    "combat:surprise": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:act": {"by": "{character}", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:jump": {"to": "before", **PRESS},
    "combat:next": {"ends": "{character}", **PRESS},
    "combat:start": PRESS,
    "combat:end": PRESS,
    "combat:add-heroes": PRESS,
    "combat:add-foes": {
        "name": "Lobo", "count": "2", "points": "8", "defense": "12", "attack": "6", "damage": "1d6", "absorption": "0",
        "initiative": "5", "alias": "", **PRESS,
    },
    "combat:add-foe": {"who": "{foe outside}", **PRESS},
    "combat:harm": {"who": "{character}", "amount": "2", **PRESS},
    "combat:heal": {"who": "{foe}", "amount": "2", **PRESS},
    "combat:stay-up": {"who": "{character}", **PRESS},
    "combat:breathe": {"who": "{character}", **PRESS},
    "combat:hide": {"who": "{foe}", **PRESS},
    "combat:look": {"who": "{foe}", "alias": "El de la capa", "shown_points": "word", **PRESS},
    "combat:remove": {"who": "{foe}", **PRESS},
    "combat:take-library": {"text": '{{"format":"mesa-ryf/library","version":1,"foes":[{{"name":"Rata"}}]}}', **PRESS},
    "combat:copy-library": {"foes": "{foe of the other table}", **PRESS},
    "combat:new-gear": {"label": "Torre", "defense": "3", "encumbrance": "2", **PRESS},
    "combat:gear": {"label": "Torre", "defense": "3", "encumbrance": "2", **PRESS},
    "combat:remove-gear": PRESS,
    "combat:put-back-gear": PRESS,
    "combat:new-foe": FOE,
    "combat:foe": FOE,
    "combat:copy-foe": PRESS,
    "combat:put-away-foe": PRESS,
    "combat:prepare-saved": PRESS,
    "combat:put-away-saved": PRESS,
    "combat:add-line": {"line": "2 lobo 8 12 6 1d6", **LOOKS, **PRESS},
    "combat:add-from-library": {"foe": "{shelf foe}", "count": "2", **LOOKS, **PRESS},
    "combat:keep-all": {"name": "El vado", **PRESS},
    "combat:keep-foe": {"who": "{foe}", **PRESS},
    "combat:pause": PRESS,
    "combat:resume": PRESS,
    "combat:initiative": {"who": "{foe}", "dice": "2 7 9", **PRESS},
    "combat:initiative-all": PRESS,
    "combat:move": {"who": "{foe}", "step": "up", **PRESS},
    "combat:delay": {"who": "{character}", **PRESS},
    "combat:take-up": {"who": "{character}", **PRESS},
    "combat:skip": {"who": "{foe}", **PRESS},
    "combat:spend": {"who": "{character}", **PRESS},
    "combat:give-back": {"who": "{character}", **PRESS},
    "combat:declare": {"who": "{character}", **PRESS},
    "set_language": {"language": "en"},
}  # fmt: skip
"""A form that is in order, for each address that reads one; {…} is the key of what the place has under that name."""

QUESTIONS = {
    "campaigns:news": {"page": "table", "as": "{role}", "lang": "es", "after": ""},
    "campaigns:log": {"page": "1"},
    "campaigns:journal": {"page": "1"},
    "campaigns:notes": {"page": "1"},
    "campaigns:search": {"q": "vado"},
    "campaigns:mine": {"at": ""},
    "characters:sheet": {"difficulty": "easy", "modifier": "0", "all": ""},
    "characters:history": {"page": "1"},
    "combat:chronicle": {"page": "1"},
    "combat:chronicle-print": {"page": "1"},
    "characters:traits": {"difficulty": "easy", "modifier": "0", "all": ""},
    "combat:panel": {"weapon": "", "target": "", "modifier": "0"},
    "combat:aim": {"who": ""},
    "combat:look": {"who": "{foe}"},
    "combat:odds": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0"},
}
"""What stands after the question mark of an address."""


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """The table by name and method."""
    head, *lines = TABLE.strip().splitlines()
    assert tuple(head.split()) == ROLES
    found = {}
    for line in lines:
        name, cells = line[:24].rstrip(), line[24:].split()
        assert len(cells) == 1 + len(ROLES), f"{name}: a role is missing"
        assert (name, cells[0]) not in found, f"{name} {cells[0]} stands there twice"
        found[name, cells[0]] = dict(zip(ROLES, cells[1:], strict=True))
    return found


ROWS = rows()
