"""Words that abstracts on any topic are written with, so that sharing them makes no two papers alike."""

from search.language.stems import stem
from search.language.words import STOP_WORDS

# Picked by hand from the words that more than one in eighty of 22,000 machine learning abstracts have.
_WORDS = """
ability able above abstract academic account accuracy accurate achieve achieved achieves achieving across act action
actual adapt additional additionally address adjust adopt advance advantage affect aforementioned against aim
algorithm all alleviate allow almost alone along already also alternative although among amount analysis analyze
another answer appealing appear appendix applicability applicable application apply applying approach appropriate
arbitrary area argue arise around art aspect assemble assess assessment assign assist associate assume assumption
attain author available average avoid aware away back base based baseline basic basis because become before begin
behave behind believe bench benchmark benefit besides best better between beyond bias black both bottleneck box break
bridge bring broad broadly build building call capability capable capture care carry case category cause central
certain challenge challenging change characterize choice choose clear close closely code collection com combination
combine come common commonly community compact comparable compare comparison compelling competitive complete
completely complex complexity component compose comprehensive comprise compute concept conceptual concern conclude
condition conduct confirm consequently consider considerable considerably consist consistent consistently constant
constitute construct consume contain contemporary context contribute contribution control conventional core correct
correspond cost could cover create creation critical critically crucial current currently daily data dataset deal
decade decrease dedicated deep define degradation degrade degree deliver demand demonstrate depend depict deploy
derive describe design desirable desired despite detail determine develop development differ difference different
difficult difficulty direct directly discover discuss diverse divide do dominate downstream draw drawback drive driven
drop due during each ease easily easy effect effective effectively effectiveness efficacy efficiency efficient
efficiently effort eg either elegant element emerge emergence emergent emphasize empirical empirically employ enable
end enhance enjoy ensure entire equal equip error especially essential establish establishing estimate etc evaluate
evaluation even every evidence evolve exact exactly examine example exceed excellent except execute exhibit exist
existing expect expensive experiment experimental explain explicit explicitly exploit extend extensive extent extra
extract facilitate fact factor fail failure fair far fashion fast faster favorable feasible feature few field final
finally find fine first fit five fix flexible focus follow form formulate forward foundation foundational four
framework free frequent frequently from frontier full fully function fundamental further furthermore future gain gap
general generally generate generic github give given go goal good great growth guarantee guide half hand handle hard
heavily help hence here high higher highlevel highlight highly hinder hold holistic hope however http https human
hundred idea ideal identify illustrate impact implement implementation imply importance important importantly
impressive improve improvement inadequate include including incorporate increase increasing increasingly incur indeed
independent indicate individual inefficient inform information inherent inherently initial input insight insightful
inspire instance instead integrate integration intelligence intelligent interest interesting intermediate internal
introduce investigate involve issue iterate iterative its itself jointly just keep key kind know knowledge known lack
large largely largescale largest last later lead leading learn learning least less let level leverage like limit
limitation limited line list literature little long look low lower made main mainly maintain major make manage manner
many mark match matter maximum may mean meaningful means measure mechanism meet method methodology metric might
million mind minimal minimum mitigate mix model moderate modern modest modify modular module more moreover most mostly
motivate much multi multiple must naive name namely natural naturally nature near nearly necessary necessity need
neglect neither net neural never nevertheless new next nine non nonetheless normal notable notably note notion novel
novelty now number numerical numerous objective observe obstacle obtain obvious occur off offer offtheshelf often old
one ongoing only open opensource operate opportunity optimal order ordinary original originally other others otherwise
out outcome outline outofthebox outperform output over overall overcome overhead overlap overlook own page paper
paradigm part partial partially particular particularly past path pattern peak people per percent perform performance
period perspective phase phenomenon pipeline place plan plausible please point popular pose position positive possess
possible possibly potential potentially power powerful practical practically practice practitioner precise precisely
predict preliminary prepare presence present preserve prevent previous previously primarily primary principle
principled prior problem procedure proceed process produce profound progress prohibit prohibitive promise promising
promote proper properly property proposal propose provably prove provide public publicly purpose pursue put quality
quantify quantity question quick quickly quite raise range rapid rapidly rarely rate rather reach read readily ready
real realistic realize really realtime realworld reasonable recent recently recognize recommend record reduce
reduction refer reference refine regard regime region relate relation relative relatively release relevant reliability
reliable reliably rely remain remarkable remarkably remove render report represent representation representative
require requirement research researcher resolve resource respect respective respectively respond rest restrict result
retain reveal rich rigorous rise role root rough roughly round rule run same sample satisfy save scalability scalable
scale scarce scarcity scenario scheme scientific scope scratch second section see seek seem seldom select selection
self separate serve set setting setup seven several severe share shift short should show side significance significant
significantly similar similarly simple simpler simplify simply simultaneous simultaneously since single situation six
size slight slightly slow small smaller so sole solely solid solution solve some sometimes sophisticated source space
spanning special specialized specific specifically specify speed split stage stand standard start state stateoftheart
step stepwise still straightforward strategy strength strengthen strict strictly strike strong strongly struct
structure structured struggle study sub subject suboptimal subsequent subsequently substantial substantially succeed
success successful successfully such suffer sufficient sufficiently suggest suitable suite super superior support
surpass surprising surprisingly survey synthesize system systematic systematically tackle tailor take target task
technical technique ten tend term test than thank their theoretical theoretically theory thereby therefore thing think
third thorough thoroughly thousand three threshold through throughout thus tie time together too tool top topic total
toward towards tradeoff tradition traditional train training treat tremendous trend trial true try turn two type
typical typically ultimately unclear under underexplored underlie underlying underscore understand understanding
undesired unexplored unfortunately unified unify unique unit unknown unlike unlock unprecedented up update upon usage
use useful usual usually utility utilize valid validate validation valuable value vanilla variant variety various vary
vast verify versatile version very via view vital want way weakness well what when whereas whether which while whole
wide widely widelyused widespread will within without word work world worst would write year yet yield
"""

PROSE = frozenset(stem(word) for word in _WORDS.split()) | STOP_WORDS
"""Stems, and the common words themselves."""
