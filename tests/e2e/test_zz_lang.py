from django.test import Client
from tests.e2e.languages import wrong_words
from tests.e2e.test_encounter_look import *
def test_a(every_page, as_):
    found=[f for name,(who,path) in every_page.items() for f in wrong_words(name, who if isinstance(who, Client) else as_(who), path)]
    with open("/tmp/look/l1.txt","w") as f: f.write("\n".join(found))
def test_b(pages, as_):
    found=[f for name,(who,path) in pages.items() for f in wrong_words(name, who if isinstance(who, Client) else as_(who), path)]
    with open("/tmp/look/l2.txt","w") as f: f.write("\n".join(found))
