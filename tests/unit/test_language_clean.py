"""Cleaning: what people read is free of markup and keeps its meaning, whatever came in."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.clean import clean

LATEX = [
    (r"$\mathcal{O}(\sqrt{N})$", "O(√N)"),
    (r"$\mathcal{O}(n^2)$", "O(n²)"),
    (r"$\mathcal{O}\left({n}\right)$", "O(n)"),
    (r"$\mathcal O(\sqrt{N})$", "O(√N)"),
    (r"$\textbf{G}$roup", "Group"),
    (r"\tildeΩ(√n), \underlinefast, $\mat{A}$, $\vct w$, $\otilde(n)$", "Ω̃(√n), fast, A, w, Õ(n)"),
    (r"in [$-$1, 1] for p$<$0.05, $>$86\%", "in [-1, 1] for p<0.05, >86%"),
    ("16$\times$16, 8$ imes$ faster, $ extit{not}$ $ extbf{2}oldsymbol{ imes}$", "16×16, 8× faster, not 2 ×"),
    ("cow$ ightarrow$sheep at $ heta$", "cow→sheep at θ"),
    ("carbon dioxide (CO _{2}) lasers", "carbon dioxide (CO ₂) lasers"),
    (r"100~$\mu$J in 5~ms, of 200~million in~$k$ rounds", "100 μJ in 5 ms, of 200 million in k rounds"),
    (r"\textbf{X}", "X"),
    (r"\emph{interim} relaxation", "interim relaxation"),
    (r"work,~\citet{alaei2014bayesian} introduced", "work, Alaei (2014) introduced"),
    (r"descent \citep{liu2016stein,Smith_99b}, provide", "descent (Liu, 2016; Smith, 1999), provide"),
    (r"as shown \cite[p.~3]{transformer}", "as shown (transformer)"),
    (r"7.32\%–12.61\% higher", "7.32%–12.61% higher"),
    (r"a $\frac{2e}{e-1} \approx 3.16$ approximation", "a 2e/(e-1) ≈ 3.16 approximation"),
    (r"$V(s_1,s_2,\ldots,s_N)\approx\sum_{i=1}^N V_i(s_i)$", "V(s₁,s₂,…,s_N) ≈ ∑ᵢ₌₁ᴺ Vᵢ(sᵢ)"),
    (r"($\leq 0.38$ F1)", "(≤ 0.38 F1)"),
    (r"ELBO = $-\mathcal{F}$", "ELBO = -F"),
    (r"$\sim$10\%", "∼10%"),
    (r"Schr\"odinger, \'{e}t\'e, na\"{\i}ve, Sk\l odowska, Erd\H{o}s", "Schrödinger, été, naïve, Skłodowska, Erdős"),
    (r"\url{http://x.org/a_b}", "http://x.org/a_b"),
    (r"\href{https://a.org}{here}", "here (https://a.org)"),
    (r"$\tilde{O}(\epsilon^{-2})$, $10^{-3}$, $\ell_1$", "Õ(ε⁻²), 10⁻³, ℓ₁"),
    (r"$x^{a+b}$, $n^{1/2}$, $W_{ij}$, $x_N$", "xᵃ⁺ᵇ, n^(1/2), Wᵢⱼ, x_N"),
    (r"$X \in \mathbb{R}^{n \times d}$", "X ∈ ℝ^(n × d)"),
    (r"$O(\mathrm{poly}(S,A,\log K)\sqrt{K})$", "O(poly(S,A,log K)√K)"),
    (r"$\|X\beta - y\|_2$", "‖Xβ - y‖₂"),
    (r"$\{0,1\}^n$ and {0,1}", "{0,1}ⁿ and {0,1}"),
    (r"$k$-means++ for $p<0.05$", "k-means++ for p < 0.05"),
    (r"{\em both} and {\bf all}", "both and all"),
    (r"\begin{itemize} \item one \item two \end{itemize}", "• one • two"),
    (r"the \emphlinear case, \textiti.e., this", "the linear case, i.e., this"),
    (r"\todo{really} true", "really true"),
    (r"the \states of $\states$", "the states of states"),
    (r"$\|f - \tilde f\|_\infty \leq \nicefrac{1}{2}$", "‖f - f̃‖_∞ ≤ 1/2"),
    ("n^{1/2}-consistent", "n^(1/2)-consistent"),
    (r"Fish \& chips, C\# and a\_b", "Fish & chips, C# and a_b"),
    (r"{B}ayesian and {BERT}", "Bayesian and BERT"),
    (r"$\textit{ALE-Bench}$, a new", "ALE-Bench, a new"),
    (r"\( x = y \) and \[ z \]", "x = y and z"),
    (r"costs \$5", "costs $5"),
]


@pytest.mark.parametrize(("source", "readable"), LATEX, ids=[source for source, _ in LATEX])
def test_latex_becomes_unicode(source: str, readable: str) -> None:
    assert clean(source) == readable


@pytest.mark.parametrize(
    "text",
    [
        "a lone $ sign",
        "$5 and $6, or $5-$6",
        "from US$ 100 to US$ 200 a month",
        "a_1 y = z x_1",
        "30% of the tasks, 10 % more",
        "2 * 3 * 4",
        "p* and q* of the A* algorithm",
        "snake_case_name and __init__.py",
        'AT&T\'s "R&D": p < 0.05 && q > 1',
        "role- and/or weight-based, short- and long-term",
        "over- or under-confident",
        "similar cases - a key component",
        "C++, C#, .NET and Node.js v1.2, e.g. torch.Tensor",
        "the set {a, b}",
        "https://x.org/~me/a_b_c?q=1&r=2#top",
        "(see https://en.wikipedia.org/wiki/A_(b))",
        "a <b> tag, a<b and c>d",
        "x #1 and the # of papers",
    ],
)
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


MARKDOWN = [
    ("introduce **TreeSplat**, a **Tree** for **Splat**ting", "introduce TreeSplat, a Tree for Splatting"),
    ("termed *anchors*—that (*RTZ-VI-LCB*)", "termed anchors—that (RTZ-VI-LCB)"),
    ("FOND (*Free energy*) and *can it?* We", "FOND (Free energy) and can it? We"),
    ("__x__, _y z_ and ***very*** new", "x, y z and very new"),
    ("### Heading\ntext", "Heading text"),
    ("**Background:** We show __x__ and # Heading", "Background: We show x and Heading"),
    ("### **Step 1**: ***very*** new", "Step 1: very new"),
    ("at [GPLQ code](https://github.com/wujx2001/GPLQ).", "at GPLQ code (https://github.com/wujx2001/GPLQ)."),
    ("[https://a.org](https://a.org) and <https://b.org>", "https://a.org and https://b.org"),
    ("a ```code``` and a lone ` and `x`", "a code and a lone and x"),
    ("~~gone~~ text", "gone text"),
    ("an **unclosed mark", "an unclosed mark"),
    ("<i>E. coli</i> and H<sub>2</sub>O<br/>next", "E. coli and H₂O next"),
    ("10<sup>5</sup>, 10<sup>-19</sup>, Ca<jats:sup>2+</jats:sup>, x<sub>i</sub>", "10⁵, 10⁻¹⁹, Ca²⁺, xᵢ"),
    ("the 20<sup>th</sup> of ACME<sup>TM</sup>", "the 20th of ACMETM"),
]


@pytest.mark.parametrize(("source", "readable"), MARKDOWN, ids=[source for source, _ in MARKDOWN])
def test_markdown_is_taken_away_and_its_words_stay(source: str, readable: str) -> None:
    assert clean(source) == readable


BROKEN = [
    ("recomputation or swap- ping overhead", "recomputation or swapping overhead"),
    ("for(cid:173) mer well(cid:173) known near(cid:173) est on(cid:173)", "former well-known nearest on"),
    ("a prefetching mecha- nism, which", "a prefetching mechanism, which"),
    ("diverse multi- agent workloads", "diverse multi-agent workloads"),
    ("a state-of-\nthe-art, end-to- end system", "a state-of-the-art, end-to-end system"),
    ("re- training, while retraining helps", "retraining, while retraining helps"),
    ("the foo- bar and a foo-bar", "the foo-bar and a foo-bar"),
    ("cost\x02effective and unsatis\x02factory", "cost-effective and unsatisfactory"),
    ("the(cid:173) ory of atten\u00ad tion", "theory of attention"),
    ("a partner agent.We show (in 2020).The end?In this", "a partner agent. We show (in 2020). The end? In this"),
    ("A long\n  title,  spaced", "A long title, spaced"),
    ("one\r\nline\r\n\r\n  two ", "one line\n\ntwo"),
]


@pytest.mark.parametrize(("source", "readable"), BROKEN, ids=[source for source, _ in BROKEN])
def test_broken_words_and_lines_are_mended(source: str, readable: str) -> None:
    assert clean(source) == readable


def test_entities_are_decoded_exactly_once() -> None:
    assert clean("write &amp;lt;b&amp;gt; to get bold") == "write &lt;b&gt; to get bold"
    assert (
        clean("AT&amp;T&#39;s &quot;R&amp;D&quot; &mdash; &nosuchthing; x&#x27;") == "AT&T's \"R&D\" — &nosuchthing; x'"
    )


def test_about_tildes_cannot_strike_text_out() -> None:
    assert clean("~10% fewer FLOPs, ~2x faster, see ~/runs") == "∼10% fewer FLOPs, ∼2x faster, see ∼/runs"


def test_ties_become_spaces() -> None:
    assert clean("Figure~2 of Smith~et~al.~(2020)") == "Figure 2 of Smith et al. (2020)"


def test_typewriter_quotes_and_dashes_are_set() -> None:
    assert clean("the ''lifted'' matrix, ``x'' and `y' -- pages 3--4 --- end") == (
        "the “lifted” matrix, “x” and ‘y’ – pages 3–4 — end"
    )


def test_odd_characters_become_plain_ones() -> None:
    assert clean("eﬃcient ﬂow x‐y z‑w a\u00a0b\u2009c e\u0301") == "efficient flow x-y z-w a b c é"


def test_invisible_and_spoofing_characters_are_removed() -> None:
    hidden = "pa\u200by\u202epal\u202c \u2066x\u2069\ufeff \U000e0041\U000e007f nu\x00l\x85 \ud800 \x1b[0m"

    assert clean(hidden) == "paypal x nul [0m"


@pytest.mark.parametrize("text", ["مرحبا بالعالم", "שלום עולם", "👩\u200d🔬 and 👍🏽", "نمی\u200cخواهم", "क्\u200dष"])
def test_real_words_and_emoji_of_other_scripts_are_kept(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("macro", ["\\model", "\\ours{}", "\\method", "\\name"])
def test_an_undefined_macro_for_the_system_becomes_its_name(macro: str) -> None:
    abstract = f"We present SceneWeaver, a reflective framework. Experiments show that {macro} not only outperforms it."

    assert clean(abstract).endswith("show that SceneWeaver not only outperforms it.")


def test_an_undefined_macro_without_a_name_becomes_words() -> None:
    assert clean(r"Experiments show that \model improves.") == "Experiments show that our method improves."


def test_bold_initials_inside_words_are_lowered_when_they_spell_the_acronym() -> None:
    latex = r"$\textbf{G}$roup $\textbf{R}$obust $\textbf{A}$daptive $\textbf{P}$r$\textbf{E}$training (GRAPE)"

    assert clean(latex) == "Group Robust Adaptive Pretraining (GRAPE)"
    assert clean("**R**obust Py**T**orch**X** (RX)") == "Robust PyTorchX (RX)"


HOSTILE = [
    "$" * 12_000, "{" * 12_000, "\\a" * 5_000, "{" * 2_000 + "}" * 2_000, "\\textbf{" * 4_000, "\\frac" * 4_000,
    "\\'" * 3_000, "\\(" * 3_000, "\\[" * 3_000, "\\cite[" * 1_000, "\\sqrt[" * 1_000,
    "$" + "x_{" * 300 + "}" * 300 + "$", "**a" * 3_000, "`" * 12_000, "[a](" * 3_000, "a- " * 3_000,
    "http://a(" * 5_000, "\u200d" * 12_000, "''" * 3_000, "\\begin{x}" * 3_000, "$x" * 4_000, "\\model " * 3_000,
    "~" * 12_000, "\n" * 12_000, "We propose A (" * 2_000, "\\",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_hostile_input_is_cleaned_in_one_go(text: str) -> None:
    """Each of these once made a parser of this kind recurse or go quadratic; then this test would never end."""
    assert clean(clean(text)) == clean(text)


MARKS = [
    "\\", "$", "{", "}", "_", "^", "~", "*", "**", "`", "``", "''", "'", "-", "--", "- ", " ", "\n", "\n\n", "#", "%",
    "[", "]", "(", ")", "](", "<", ">", "|", '"', "\\textbf{", "\\frac", "\\sqrt", "\\'", "\\item", "\\begin{a}",
    "\\model", "\\cite", "\\alpha", "\\left", "\\em", "\\%", "\\$", "\\\\", "\\(", "\\)", "\\[", "\\]",
    "https://a.b/", "x", "a", "Word", "1", "1.5", ",", ".", "e", "\u0301", "ﬁ", "∼", "é",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKS), max_size=14).map("".join))
@settings(max_examples=300)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)

    assert clean(once) == once


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_text_at_all_is_cleaned(text: str) -> None:
    cleaned = clean(text)

    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == cleaned.strip()
    assert not set(cleaned) & set("\x00\t\r\u00ad\u200b\u202e\ufeff\u00a0")
    cleaned.encode("utf-8")


@given(st.lists(st.sampled_from(MARKS), max_size=14).map("".join))
@settings(max_examples=150)
def test_no_backslash_and_no_striking_tilde_is_left(text: str) -> None:
    cleaned = clean(text)

    assert "\\" not in cleaned
    assert "~" not in cleaned or "https://" in cleaned
    assert "`" not in cleaned
