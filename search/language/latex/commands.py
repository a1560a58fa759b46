"""The LaTeX commands that papers use in abstracts: which take an argument, and what the rest stand for."""

from pylatexenc.latex2text import get_default_latex_context_db

from search.language.vocabulary import pairs, word_set

TEXT = word_set(
    """
    textbf textit texttt textsc textsf textsl textrm textup textmd textnormal text emph underline uline mbox
    hbox fbox mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak mathnormal boldsymbol bm pmb
    operatorname ensuremath vec overbrace underbrace uppercase lowercase textsuperscript textsubscript url
    nolinkurl path footnote ref eqref autoref cref Cref citeauthor section subsection paragraph title hphantom
    mathop mathbin mathrel tag romannumeral mat vct vect mc mb mbf
    """
)
"""Commands of one argument whose argument is what they say."""
SILENT = word_set("label vspace hspace vphantom phantom bibliographystyle bibliography thispagestyle")
"""Commands of one argument that say nothing."""
CITATIONS = dict.fromkeys(word_set("cite citep citealp parencite Citep citeyear onlinecite"), False) | dict.fromkeys(
    word_set("citet citealt textcite Citet"), True
)
"""Citations; true for those that are part of their sentence."""
FRACTIONS = word_set("frac tfrac dfrac cfrac nicefrac sfrac textfrac")
_ACCENTS = {
    "\u0300": "` grave",
    "\u0301": "' acute",
    "\u0302": "^ hat widehat Hat",
    "\u0303": "~ tilde widetilde Tilde wt",
    "\u0304": "= bar overline",
    "\u0306": "u breve",
    "\u0307": ". dot",
    "\u0308": '" ddot',
    "\u030a": "r mathring",
    "\u030b": "H",
    "\u030c": "v check",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "b",
}
ACCENTS = {name: accent for accent, names in _ACCENTS.items() for name in names.split()}
PAIRS = {"norm": ("‖", "‖"), "abs": ("|", "|"), "ceil": ("⌈", "⌉"), "floor": ("⌊", "⌋"), "set": ("\ufdd8", "\ufdd9")}
SECOND = word_set("textcolor colorbox")
"""Commands of two arguments of which the second is said."""
DECLARATIONS = word_set(
    "em it bf rm tt sc sf sl cal normalfont bfseries itshape ttfamily scshape footnotesize unboldmath"
)
"""Switches that say nothing by themselves."""
FUNCTIONS = word_set(
    """
    log ln exp min max sup inf lim limsup liminf arg argmin argmax sin cos tan tanh det dim rank tr Tr poly
    polylog sign Pr gcd mod bmod diag span supp softmax var Var Cov OPT opt deg ker
    """
)
RELATIONS = frozenset("=≈≤≥<>∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦∼≃≅≡≠≪≫∝≲≳≺≻≼≽⊥∣±×≜≐≍∪∩∧∨⊗⊕")
ALIASES = pairs(
    """
    eps ε epsilon ε R ℝ RR ℝ reals ℝ Real ℝ bbR ℝ E 𝔼 EE 𝔼 N ℕ Z ℤ sim ∼ ie i.e. eg e.g. etc etc. over / colon :
    cdot · mid | vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖ | ‖ textasciitilde ∼ backslash ∖ textbackslash ∖
    star * ast * setminus ∖ top ⊤ item • dots … ldots … cdots … dotsc … textemdash — textendash – texttimes ×
    textmu μ textquotesingle ' asymp ≍ triangleq ≜ lesssim ≲ gtrsim ≳ preccurlyeq ≼ prime ′ textgreater >
    textless < textbar | textunderscore _ slash / half 1/2 le ≤ ge ≥ leq ≤ geq ≥ leqslant ≤ geqslant ≥ to →
    langle ⟨ rangle ⟩ copyright © wedge ∧ land ∧ lor ∨ vee ∨ And and textdegree ° degree ° circ ∘ neq ≠ ne ≠
    hdots … dag † dagger † lbrack [ rbrack ] implies ⇒ iff ⇔ upmu μ eqdef ≜ coloneqq ≔ LaTeX LaTeX TeX TeX
    textquoteright ’ Omega Ω otilde Õ Otilde Õ xrightarrow →
    """
) | {"etal": "et al.", "lbrace": "\ufdd8", "rbrace": "\ufdd9"}
"""What commands stand for where pylatexenc says nothing or something less readable."""
LETTERS = word_set("l L o O ss ae oe AE OE aa AA i j th TH dh DH")
"""Commands that are letters of a word, so that the space after them only ends the command."""
PLACEHOLDERS = word_set(
    """
    model models modelname method methodname name ours Ours our ourmethod ourmodel sys system sysname systemname
    tool toolname mname algname algo alg algorithmname approach framework benchname bench benchmark dataset
    datasetname projectname agentname ourapproach oursystem OurMethod Method Model
    """
)
"""Macros that authors define for the name of their own system."""
_BARE = (
    "emph mathcal mathbb mathbf mathrm mathsf mathit mathtt sqrt textbf textit texttt textsc textsf textsl text "
    "widetilde widehat tilde overline underline log"
)
_GLUED = tuple(_BARE.split())
_SYMBOLS = get_default_latex_context_db()


def symbol(name: str) -> str | None:
    """The sign or word that a command without argument stands for; None when nobody knows it."""
    if name in ALIASES:
        return ALIASES[name]
    spec = _SYMBOLS.get_macro_spec(name)
    meaning = spec.simplify_repl if spec is not None else None
    if isinstance(meaning, str) and meaning and "%" not in meaning:
        return meaning.strip()
    return None


def takes_argument(name: str) -> bool:
    """Whether the command's argument is read with it."""
    return name in _WITH_ARGUMENT


def known(name: str) -> bool:
    """Whether this is a command of LaTeX."""
    return takes_argument(name) or name in DECLARATIONS | FUNCTIONS or symbol(name) is not None


def unglued(name: str) -> tuple[str, str] | None:
    r"""`\emphlinear` as `emph` and `linear`: sites that strip braces leave such words behind."""
    if known(name):
        return None
    return next(((stem, name[len(stem) :]) for stem in _GLUED if name.startswith(stem)), None)


_WITH_ARGUMENT = frozenset(
    {
        *TEXT,
        *SILENT,
        *CITATIONS,
        *FRACTIONS,
        *ACCENTS,
        *PAIRS,
        *SECOND,
        "sqrt",
        "mathbb",
        "mathbbm",
        "mathds",
        "href",
        "binom",
    }
)
