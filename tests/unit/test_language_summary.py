"""Problem, idea and result are told apart, or left out."""

from search.language.summary import Summary, summary

PROBLEM = "However, existing methods struggle with long contexts."
IDEA = "To address this, we propose **KVFlow**, a cache."
RESULT = "Experiments show that KVFlow achieves up to 2$\\times$ speedup."


def test_the_three_are_found_in_the_abstracts_own_cleaned_words() -> None:
    abstract = f"Agents are popular. {PROBLEM} {IDEA} It has three parts. {RESULT} Code is available at https://x.org."

    assert summary(abstract) == Summary(
        "However, existing methods struggle with long contexts.",
        "To address this, we propose KVFlow, a cache.",
        "Experiments show that KVFlow achieves up to 2× speedup.",
    )


def test_what_an_abstract_does_not_say_is_none() -> None:
    assert summary(IDEA) == Summary(None, "To address this, we propose KVFlow, a cache.", None)
    assert summary("The sky is blue.") == Summary(None, None, None)
    assert summary("") == Summary(None, None, None)


def test_the_problem_may_follow_an_idea_that_opens_the_abstract() -> None:
    abstract = "We introduce a sampler. Traditional methods rely on expensive nested loops and often fail. It is fast."

    assert summary(abstract).problem == "Traditional methods rely on expensive nested loops and often fail."


def test_a_code_address_is_no_result() -> None:
    assert summary(f"{IDEA} Code and results are available at https://x.org.").result is None


def test_that_others_fail_is_told_only_where_nothing_better_is() -> None:
    others = "Experiments demonstrate that baseline methods suffer severe degradation on all benchmarks."

    assert summary(f"{IDEA} {others}").result == others
    assert summary(f"{IDEA} {others} KVFlow achieves a speedup.").result == "KVFlow achieves a speedup."


def test_the_work_of_others_is_no_idea() -> None:
    abstract = "To address this, many methods have been proposed. In this paper, we study gradients."

    assert summary(abstract).idea == "In this paper, we study gradients."
