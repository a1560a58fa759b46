"""`/papers help` and `status`: how to ask, with examples that find something, and how the bot is."""

import pkgutil

import pytest

import handlers.commands
from handlers.blocks.examples import examples, key_words
from handlers.command import Command
from handlers.commands import COMMANDS
from handlers.dispatch import dispatch
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, PAPERS, UNTITLED, GoodHealth, request, services
from tests.unit.test_commands_search import rich_lines


def test_every_file_of_the_folder_is_a_command() -> None:
    # Some commands are called like words that Python keeps for itself.
    files = {module.name.rstrip("_") for module in pkgutil.iter_modules(handlers.commands.__path__)}

    assert {command.name for command in COMMANDS} == files


def test_help_lists_every_command_in_order() -> None:
    text = dispatch(request("help"), services()).text

    places = [text.index(f"/papers {command.name} {command.usage}".rstrip() + " – ") for command in COMMANDS]
    assert places == sorted(places)
    assert all(command.summary in text for command in COMMANDS)


def test_no_words_at_all_are_answered_with_help_and_three_examples_that_find_something() -> None:
    over = services(PAPERS[:4])  # the fifth says nothing that could be searched
    reply = dispatch(request(""), over)

    tried = [line.removeprefix("Try ").replace("/papers ", "") for line in rich_lines(reply) if line.startswith("Try ")]
    assert problems(reply) == []
    assert len(tried) == 3
    for example in tried:
        assert "No paper" not in dispatch(request(example), over).text


def test_help_on_an_empty_library_says_so() -> None:
    assert "_The library holds no papers yet._" in rich_lines(dispatch(request("help"), services(())))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_each_command_has_help_of_its_own(command: Command) -> None:
    reply = dispatch(request(f"help {command.name.upper()}"), services())

    assert problems(reply) == []
    assert command.summary in reply.text
    assert f"For example /papers {command.example}" in reply.text


def test_examples_are_made_from_real_papers() -> None:
    assert examples([KVFLOW, UNTITLED]) == ("efficient prefix caching", "show rac", "similar kvflow")
    assert examples([]) == ()
    assert key_words(KVFLOW) == "efficient prefix caching"


def test_status_shows_each_fact() -> None:
    facts = GoodHealth(facts=(("Version", "1 <beta> & more"), ("Index", "")))
    reply = dispatch(request("status"), services(health=facts))

    assert problems(reply) == []
    assert rich_lines(reply) == ["*Paperboy*", "*Version  *1 <beta> & more", "*Index  *unknown"]
    assert "Version: 1 &lt;beta&gt; &amp; more" in reply.text
