"""Words of the field: general acronyms, kinds of contribution, and how papers announce them."""

import re


def word_set(words: str) -> frozenset[str]:
    """The words of a text, for lists that are easier to read and to extend without quotes and commas."""
    return frozenset(words.split())


def pairs(words: str) -> dict[str, str]:
    """A table written as `key value key value`."""
    found = words.split()
    return dict(zip(found[::2], found[1::2], strict=True))


GENERAL = word_set(
    """
    AI ML DL RL NLP CV LLM LLMs VLM VLMs MLLM MLLMs LVLM LM LMs PLM GNN GNNs CNN CNNs RNN RNNs DNN DNNs ANN SNN
    SNNs MLP MLPs GAN GANs VAE VAEs GP GPs MDP MDPs POMDP POMDPs MARL DRL KV QA VQA RAG SFT DPO PPO GRPO RLHF
    RLVR SGD ADAM PCA SVM SVMs SVD MCMC ERM EM KL OT ODE ODEs SDE SDEs PDE PDEs GPU GPUs CPU CPUs API APIs FL DP
    PAC UCB TS MAB ICL CoT ToT MoE ViT ViTs NAS AutoML OOD SSL DA UDA NMT MT ASR TTS IR SLAM NeRF 3DGS LiDAR RGB
    RGBD HSI EHR EEG MRI fMRI CT ECG DNA RNA SOTA ImageNet CIFAR MNIST COCO BERT GPT CLIP LLaMA Llama ResNet
    Transformer Transformers LSTM LSTMs GRU HMM HMMs CRF CRFs SAT MIP LP ILP QP SDP NP AUC F1 FID ELBO MMD IPM
    RKHS MLE MAP MSE MAE IRL HRL BO TD LTI PTQ QAT PEFT LoRA LRU FLOPs FP32 FP16 INT8 GUI OCR HCI IoT ICA NMF
    LDA VI BNN BNNs GED PSM RFC TSP VRP DAG DAGs SCM SCMs JSON SQL PDF HTML URL I II III IV USA US UK EU arXiv
    GitHub Python PyTorch TensorFlow iid AR NAR OPE OPL MPC LQR SSM SSMs DFA CFG CG AGI STEM MAS DRO HMC RRT NCD
    IVOS EKF UKF PID DOF ROS CLT OMO
    """
)
"""What everybody in the field calls something; never the name of one paper's system."""
KINDS = (
    "algorithm|approach|architecture|attack|benchmark|corpus|dataset|data set|decoder|encoder|estimator|formalism|"
    "formulation|framework|"
    "game|interface|language|layer|learner|library|loss|measure|mechanism|method|methodology|metric|model|module|"
    "network|objective|optimizer|"
    "package|paradigm|pipeline|planner|platform|policy|principle|procedure|protocol|scheme|simulator|software|solution|"
    "solver|strategy|suite|"
    "system|task|technique|testbed|tool|toolbox|toolkit|transformer|agent|family|class|variant|extension|environment|"
    "prior|process|kernel|"
    "sampler|classifier|detector|tracker|regularizer|rule|test|recipe|baseline|model family|autoencoder|engine|index|"
    "representation"
)
"""Nouns for what papers propose."""
VERBS = (
    "propose|proposes|introduce|introduces|present|presents|develop|develops|design|designs|describe|describes|release|"
    "releases|"
    "devise|devises|contribute|contributes|unveil|build|builds|create|creates|construct|constructs|derive|derives|"
    "put forward|offer|offers"
)
SUBJECTS = (
    r"(?:[Ww]e|[Tt]his (?:paper|work|article|thesis|study|report|technical report)|[Tt]he (?:paper|present paper|"
    r"authors?)|[Oo]ur (?:paper|work)|"
    r"[Ii]n this (?:paper|work|study|article),? (?:I|is)|I)"
)
_ADVERB = (
    r"(?:(?:first|then|also|thus|therefore|further|here|hereby|formally|next|finally|subsequently|now|instead|jointly|"
    r"and explore),? )"
)
_PAIRED = "(?:study|explore|define|formalize|formalise|design|develop|implement)"
CUE = re.compile(
    rf"\b{SUBJECTS},? {_ADVERB}{{0,2}}(?:{_PAIRED} and )?(?:{VERBS})\b|"
    r"(?:,|\band) (?:and |we )?(?:then )?(?:propose|introduce|present|develop)\b"
)
"""Where a contribution is announced; what follows is its object."""
