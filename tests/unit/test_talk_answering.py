"""A conversation: what is understood, what is shown, and how people go on from there."""

from dataclasses import replace

import pytest

from handlers.blocks import talk_state
from handlers.conversation import Answer, React, Said
from handlers.errors import Unavailable
from handlers.messages import Share
from handlers.talk.answering import converse
from handlers.talk.remembered import MOST, facts, length, remembered
from search.models import Paper
from tests.fakes import BrokenLibrary
from tests.fakes_handlers import EVICTION, FORESTS, KVFLOW, NOW, BrokenEngine, HandlersEngine, services
from tests.fakes_talk import MemoryThreads
from tests.talk_kit import CHANNEL, TEAM, THREAD, Thread, buttons

CACHES = tuple(
    replace(
        KVFLOW,
        id=f"kv-{number}",
        title=f"Cache {number}",
        abstract=f"A cache. It reads {'eviction, by eviction' if number % 2 else 'compression and compression'}.",
        year=2020 + number,
    )
    for number in range(1, 9)
)


def caches() -> Thread:
    return Thread(services(CACHES))


def shown(talk: object) -> tuple[str, ...]:
    assert isinstance(talk, Answer)
    topic = remembered(talk.facts)
    return topic.shown if topic else ()


def test_a_question_is_answered_with_what_was_understood_the_papers_and_their_sentences() -> None:
    text = Thread().answer("how do you keep a kv cache for agents?")

    assert text.startswith("Searched: ")
    assert "cache" in text.splitlines()[0]
    assert "KVFlow: Efficient Prefix Caching" in text
    assert "evicts the cache of the agent" in text or "keep a KV cache" in text
    assert "mention me in this thread and say" in text


def test_nobody_has_to_mention_the_bot_in_a_direct_message() -> None:
    text = Thread(direct=True).answer("cache")

    assert "To go on, say “" in text
    assert "mention" not in text


def test_three_papers_at_a_time() -> None:
    thread = caches()

    assert [shown(thread.say(text))[-3:] for text in ("cache", "more", "more")] == [
        ("kv-1", "kv-2", "kv-3"),
        ("kv-4", "kv-5", "kv-6"),
        ("kv-6", "kv-7", "kv-8"),
    ]
    assert thread.answer("more") == "That was all: 8 papers in this list."
    assert "Cache 7" in thread.answer("7")


@pytest.mark.parametrize(
    ("said", "title"), [("2", "Cache 2"), ("the last one", "Cache 3"), ("the first paper", "Cache 1")]
)
def test_a_paper_of_the_list(said: str, title: str) -> None:
    thread = caches()
    thread.say("cache")

    assert thread.answer(said).startswith(title)
    assert "To go on" in thread.answer("it")


def test_a_number_that_is_not_there_is_told() -> None:
    thread = caches()
    thread.say("cache")

    assert thread.answer("9") == "The papers I have shown here are numbers 1 to 3. Say one of these."


def test_conditions_narrow_the_list_and_join() -> None:
    thread = caches()
    thread.say("cache")

    assert shown(thread.say("only since 2027")) == ("kv-7", "kv-8")
    text = thread.answer("without eviction")
    assert text.splitlines()[0] == "Searched: cache · without eviction · since 2027 · 1 paper has all of it"
    assert shown(thread.say("since 2020"))[0] == "kv-2"


def test_papers_like_one_of_the_list() -> None:
    thread = caches()
    thread.say("cache")
    talk = thread.say("like 3")

    assert isinstance(talk, Answer)
    assert talk.message.text.startswith("Most like: Cache 3")
    assert "kv-3" not in shown(talk)
    assert shown(thread.say("only since 2027")) == ("kv-7", "kv-8")
    assert "What they share with Cache 3" in thread.answer("why?")


def test_why_tells_the_words_their_weights_and_what_is_lacking() -> None:
    thread = Thread()
    thread.say("cache eviction zebra")
    lines = thread.answer("why?").splitlines()

    assert "zebra – unknown, in no paper" in lines
    assert "eviction – rare, in 2 of 5 papers: weighs 0.9" in lines
    assert any(line.startswith("1. KVFlow") and line.endswith("has cache, eviction; lacks zebra.") for line in lines)
    assert any(line.startswith("2. Predicting Eviction") and line.endswith("lacks cache, zebra.") for line in lines)


def test_why_after_a_paper_is_about_that_paper() -> None:
    thread = Thread()
    thread.say("cache eviction")
    thread.say("2")
    text = thread.answer("why?")

    assert "2. Predicting Eviction" in text
    assert "KVFlow" not in text


def test_thanks_gets_a_reaction_and_no_message() -> None:
    thread = caches()
    thread.say("cache")

    assert thread.say("thanks!") == React("+1")


def test_a_new_question_begins_anew() -> None:
    thread = Thread()
    thread.say("cache")

    assert shown(thread.say("random forests")) == ("forest-kernel",)
    assert thread.answer("2").startswith("I have shown one paper here")


def test_nothing_to_go_on_from_is_told() -> None:
    assert "Ask me about papers first" in Thread().answer("more")
    loose = Thread(direct=True)
    talk = converse(loose.question("more"), loose.services)
    assert isinstance(talk, Answer)
    assert "in the thread of one of my answers" in talk.message.text


def test_only_what_was_there_when_the_question_was_asked_counts() -> None:
    thread = caches()
    thread.say("cache")
    later = converse(thread.question("2", ts="1764579600.000000", thread_ts=THREAD), thread.services)

    assert isinstance(later, Answer)
    assert "Ask me about papers first" in later.message.text


def test_the_facts_of_other_versions_are_passed_over() -> None:
    thread = caches()
    thread.say("cache")
    thread.threads.say(TEAM, CHANNEL, THREAD, "U0PAPERBOY", "…", {"v": 99, "k": "search"})

    assert "Cache 2" in thread.answer("2")


def test_a_paper_that_has_left_is_told() -> None:
    thread = caches()
    thread.say("cache")
    thread.services = replace(thread.services, library=services(CACHES[:1]).library)

    assert thread.answer("2") == "The paper kv-2 is no longer in the library."
    assert thread.answer("like 2") == "The paper kv-2 is no longer in the library."


def test_one_paper_by_its_name_and_one_that_nobody_knows() -> None:
    thread = Thread()

    assert thread.answer("kvflow").startswith("KVFlow: Efficient")
    assert thread.answer("why?") == "That paper was asked for itself, so there was nothing to rank."
    assert "No paper here has the arXiv id “2401.01234”." in thread.answer("https://arxiv.org/abs/2401.01234")
    assert thread.answer("like kvflow").startswith("Most like: KVFlow")


def test_nothing_found_says_what_comes_nearest() -> None:
    text = Thread().answer("papers about eviction without cache since 2022")

    assert "no paper fits" in text.splitlines()[0]
    assert "with the conditions left out" in text
    assert "rent-eviction" in text


def test_what_came_nearest_can_be_gone_on_from_too() -> None:
    thread = Thread()
    thread.say("papers about eviction without cache since 2022")

    assert "1. KVFlow" in thread.answer("why?")
    assert thread.answer("2").startswith("Predicting Eviction")
    assert thread.answer("more") == "That was all; nothing else comes near it."


def test_a_suggestion_is_a_button_that_answers_in_the_thread() -> None:
    thread = Thread(services(engine=HandlersEngine(suggestion="eviction cache")))
    talk = thread.say("evicton cache")
    assert isinstance(talk, Answer)
    assert "Did you mean “eviction cache”?" in talk.message.text
    (button,) = buttons(talk.message, talk_state.LOOK)

    outcome = thread.press(button)
    assert isinstance(outcome, Share)
    assert outcome.message.text.startswith("Searched: eviction, cache")


def test_a_corrected_question_keeps_its_conditions_and_no_second_question_mark() -> None:
    thread = Thread(services(engine=HandlersEngine(suggestion="what evicts a cache?")))
    talk = thread.say("what evicts a cachh with code, but not quantization?")
    assert isinstance(talk, Answer)
    assert "Did you mean “what evicts a cache”?" in talk.message.text
    (button,) = buttons(talk.message, talk_state.LOOK)

    outcome = thread.press(button)
    assert isinstance(outcome, Share)
    took = outcome.message.text.partition("\n")[0]
    assert "with code" in took
    assert "without quantization" in took


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("subscribe cache weekly", "type /papers subscribe cache weekly"),
        ("please forget me!", "I have only searched for that. To do it, type /papers forget me."),
        ("what is the paper of the week?", "type /papers week"),
        ("what forgets a cache?", ""),
        ("which papers export a cache", ""),
    ],
)
def test_who_says_a_command_is_told_to_type_it(said: str, hint: str) -> None:
    answer = Thread(services()).answer(said)

    assert hint in answer
    assert ("To do it" in answer or "For this channel" in answer) == bool(hint)


def test_a_word_that_is_said_again_and_again_is_named_once() -> None:
    assert Thread(services()).answer("cache cache eviction cache").startswith("Searched: cache, eviction ·")


def test_chips_narrow_a_long_list_down_in_the_thread() -> None:
    thread = caches()
    talk = thread.say("cache")
    assert isinstance(talk, Answer)
    chips = buttons(talk.message, "talk:narrow")
    labels = {chip["text"]["text"]: chip for chip in chips}

    assert {"eviction · 4", "compression · 4"} <= set(labels)
    outcome = thread.press(labels["eviction · 4"])
    assert isinstance(outcome, Share)
    assert (outcome.thread_ts, outcome.channel_id) == (THREAD, CHANNEL)
    assert outcome.message.text.startswith("Searched: cache, eviction · 4 papers have all of it")
    assert outcome.facts == facts(remembered(outcome.facts))  # type: ignore[arg-type]
    assert thread.press(labels["eviction · 4"]).key == outcome.key != thread.press(labels["compression · 4"]).key


@pytest.mark.parametrize(
    "value", ["", "{}", '{"v":1,"t":"1","f":"[]"}', '{"v":1,"t":"1","f":"{"}', '{"v":1,"t":"1","f":"{}"}']
)
def test_a_button_of_another_version_gets_a_sentence(value: str) -> None:
    outcome = Thread().press({"action_id": talk_state.LOOK, "value": value})

    assert "earlier version" in outcome.text


def test_a_bare_mention_in_a_thread_looks_for_what_it_is_about() -> None:
    thread = Thread()
    thread.hear("does anyone know how agents evict their caches?", "no idea. <@U0OTHER> read something about forests")
    thread.hear("the eviction of a cache was the question, not the forest")
    text = thread.answer("")

    assert text.startswith("From this thread I took: ")
    assert {"cache", "eviction"} <= {word.strip(" ") for word in text.splitlines()[0].split(" · ")[0][25:].split(",")}
    assert "KVFlow" in text


def test_a_bare_mention_finds_the_paper_that_is_linked() -> None:
    thread = Thread(services((replace(KVFLOW, url="https://openreview.net/forum?id=5Iw1nDtYmT"), FORESTS)))
    thread.hear("forests: <https://arxiv.org/abs/1901.00001v2>", "what about eviction of caches?")
    text = thread.answer("")

    assert text.startswith("This paper is linked in the thread.\nRandom Forests as Kernels")
    thread.hear("or arxiv.org/abs/1901.00001 and https://openreview.net/forum?id=5Iw1nDtYmT")
    assert thread.answer("").startswith("2 papers of the library are linked in this thread; this is the latest.")
    assert thread.answer("2").startswith("KVFlow")


def test_our_own_answers_are_not_what_a_thread_is_about() -> None:
    thread = Thread()
    thread.say("forests")
    thread.hear("eviction?")

    assert thread.answer("").startswith("From this thread I took: forests, eviction · ")


def test_a_bare_mention_without_words_or_thread_is_helped() -> None:
    thread = Thread()
    thread.hear("hm?", "yes")

    assert "nothing in this thread to go by" in thread.answer("")
    loose = converse(thread.question(""), thread.services)
    assert isinstance(loose, Answer)
    assert "For example: @paperboy" in loose.message.text
    assert "For example: " in Thread(direct=True).answer("help")


def test_what_is_out_of_reach_is_told_calmly() -> None:
    class NoSlack(MemoryThreads):
        def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:
            raise Unavailable("Slack does not answer.")

    assert "index cannot answer" in Thread(services(engine=BrokenEngine())).answer("cache")
    assert "library is busy" in Thread(services(library=BrokenLibrary())).answer("cache")
    assert Thread(threads=NoSlack()).answer("more") == "Slack does not answer."
    assert "KVFlow" in Thread(threads=NoSlack()).answer("cache")


def test_whatever_is_said_is_answered_within_bounds_and_inert() -> None:
    odd = [
        "<!channel> <@U0READER1> *bold* ~x~ `y` cache",
        "x" * 4_000,
        "cache " * 600,
        "“" * 300,
        "\x00 \u202e",
        " ".join(f"word{number}" for number in range(500)),
        '{"v":1}',
        "author: year:x",
        "-cache",
    ]
    for text in odd:
        for thread in (Thread(), Thread(direct=True)):
            talk = thread.say(text)
            assert isinstance(talk, Answer)
            assert length(talk.facts) <= MOST


def test_foreign_words_are_inert_wherever_they_stand() -> None:
    nasty = "<!here> *loud* <@U0READER1>"
    paper = Paper(
        id="nasty", title=nasty, abstract=f"We propose {nasty} eviction. {nasty}", venue=nasty, authors=(nasty,)
    )
    thread = Thread(services((paper, KVFLOW, EVICTION)))
    for text in (f"eviction {nasty}", "why?", "1", "like 1", "why?", f"only about {nasty}", ""):
        thread.say(text)
    assert "&lt;!here&gt; ∗loud∗" in thread.answer("eviction")


def test_what_is_asked_in_a_channel_tells_what_interests_it_and_what_is_asked_in_private_does_not() -> None:
    public, private = Thread(), Thread(direct=True)
    public.answer("papers about cache eviction")
    private.answer("random forests")

    assert [one.query for one in public.services.week.searches(TEAM, CHANNEL, NOW)] == ["cache eviction"]
    assert private.services.week.searches(TEAM, private.channel, NOW) == ()


def test_a_word_that_no_paper_has_is_told_once_and_not_with_each_paper() -> None:
    text = Thread().answer("how does flooz evict the kv cache of an agent?")

    assert "No paper has the word “flooz”" in text
    assert "without flooz" not in text
