"""What a formula is: its inputs, its tree, what it gives, and the conditions under which it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from macros.calc.expression import Expression, Symbol, contracted, dimension, symbols, value, words
from macros.problems import Fault, meant
from macros.units import BIT, COUNT, Dimension, Quantity, Written, base_name

# Bits per value of the number formats, by the name that the field gives them.
FORMATS: Mapping[str, int] = {
    "FP64": 64, "FP32": 32, "TF32": 32, "BF16": 16, "FP16": 16, "FP8": 8, "INT8": 8, "FP4": 4, "INT4": 4, "INT2": 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Input:
    """One input: its symbol, its default (text of a figure; `none` if it may be left out), and its domain.

    An input with `names` takes one of those names; a name may stand for values of further symbols
    (a recipe for its terms), and `says` what each is to a reader. `generic` inputs take any dimension.
    """

    symbol: Symbol
    default: str | None = None
    minimum: int | None = 0
    integer: bool = False
    generic: bool = False
    names: Mapping[str, Mapping[str, Quantity]] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name by which a figure gives this input."""
        return self.symbol.name


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition of use: what is NEEDED must not exceed the input WITHIN, where that is given."""

    needed: Expression
    within: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of the catalogue. `trees` has one tree for each combination of its names (usually one)."""

    id: str
    result: str
    says: str
    inputs: tuple[Input, ...]
    gives: Dimension
    trees: Mapping[tuple[str, ...], Expression]
    conditions: tuple[str, ...] = ()
    unit: str = ""
    rounding: str = "half"
    places: int | None = None
    guards: tuple[Guard, ...] = ()
    generic: bool = False

    def input(self, name: str) -> Input:
        """The input NAME; a fault with the nearest name if there is none."""
        for candidate in self.inputs:
            if candidate.name == name:
                return candidate
        hint = meant(_ENGLISH.get(name, name), (candidate.name for candidate in self.inputs))
        raise Fault("E112", f"«{self.id}» no tiene la entrada «{name}»", hint)

    def check(self, one: Input, given: Quantity, typed: Written | None = None) -> None:
        """Raise a fault unless GIVEN, perhaps TYPED as such, may stand for the input ONE."""
        wanted, found = one.symbol.dimension, given.dimension
        meaning = f"{one.name} es {one.symbol.says}"
        if not one.generic and found != wanted:
            words = "un conteo, sin unidad," if wanted == COUNT else base_name(wanted)
            if wanted == COUNT and typed and typed.unit and typed.unit.symbol.endswith("B"):
                meaning += f"; para un conteo escriba {typed.number}B, sin espacio"
            message = f"«{one.name}» de «{self.id}» se da en {words} y aquí hay {base_name(found)}"
            raise Fault("E116", message, meaning)
        if one.minimum is not None and given.value < one.minimum:
            raise Fault("E117", f"«{one.name}» de «{self.id}» no puede ser menor que {one.minimum}", meaning)
        if one.integer and given.value.denominator != 1:
            raise Fault("E117", f"«{one.name}» de «{self.id}» debe ser un entero", meaning)

    def check_conditions(self, values: Mapping[str, Quantity]) -> None:
        """Raise a fault where a condition of use does not hold between the VALUES of the inputs."""
        for guard in self.guards:
            if guard.within in values and value(guard.needed, values).value > values[guard.within].value:
                raise Fault("E118", guard.message, guard.hint)

    def tree(self, names: Mapping[str, str]) -> Expression:
        """The tree for the chosen NAMES (of the inputs that pick one)."""
        key = tuple(names[name] for name in self.choosing())
        return self.trees[key]

    def choosing(self) -> tuple[str, ...]:
        """The inputs whose name picks the tree."""
        return tuple(one.name for one in self.inputs if one.names and not any(one.names.values()))

    def main_tree(self) -> Expression:
        """The tree that stands for the formula where no names are chosen: the one of its defaults."""
        defaults = {one.name: one.default or next(iter(one.names)) for one in self.inputs if one.names}
        return self.tree(defaults)

    def reading(self) -> str:
        """The formula in a Spanish sentence without a full stop: «La energía es igual a la potencia media por …»."""
        verb = "son iguales a" if self.says.startswith(("los ", "las ")) else "es igual a"
        sentence = contracted(f"{self.says} {verb} {words(self.main_tree())}")
        return sentence[0].upper() + sentence[1:]

    def explained(self) -> Iterator[Symbol]:
        """The symbols that the main tree uses, in the order in which it is read."""
        return iter(symbols(self.main_tree()))


# Spanish names that people type for inputs and formulas, and what they are called here.
_ENGLISH = {
    "pesos": "weights", "bytes_por_parametro": "bytes_per_param", "estado": "training_state", "energia": "energy",
    "parametros": "params", "bit": "bits", "formato": "bits", "precision": "bits", "dispositivos": "devices",
    "receta": "recipe", "termino": "term", "etapa": "stage", "potencia": "power", "tiempo": "time", "pico": "peak",
    "ancho_de_banda": "bandwidth", "intensidad": "intensity", "total": "total", "cuenta": "count", "capas": "layers",
    "cabezas": "heads", "secuencias": "sequences", "capacidad": "capacity", "techo": "roofline", "reparto": "share",
    "energía": "energy", "parámetros": "params", "precisión": "bits", "cache_kv": "kv_cache",
}  # fmt: skip


def english(name: str) -> str:
    """The name in the catalogue of what somebody called NAME in Spanish; NAME itself if it is not known."""
    return _ENGLISH.get(name, name)


def bits_symbol() -> Symbol:
    """The symbol of the bits of one value."""
    return Symbol("bits", "b", "los bits de cada valor", BIT)


def prove(formula: Formula) -> None:
    """Raise unless every tree of FORMULA has the dimension that it says it gives, and uses only its own inputs."""
    own = {one.name for one in formula.inputs}
    own |= {name for one in formula.inputs for terms in one.names.values() for name in terms}
    wanted = set(product(*(formula.input(name).names for name in formula.choosing())))
    if set(formula.trees) != wanted:
        raise ValueError(f"{formula.id}: trees for {sorted(formula.trees)}, names give {sorted(wanted)}")
    used: set[str] = set()
    for tree in formula.trees.values():
        used |= {symbol.name for symbol in symbols(tree)}
        if not used <= own:
            raise ValueError(f"{formula.id}: unknown symbols {sorted(used - own)}")
        found = dimension(tree)
        if not formula.generic and found != formula.gives:
            raise ValueError(f"{formula.id}: gives {base_name(formula.gives)}, its tree {base_name(found)}")
    guarded = {guard.within for guard in formula.guards}
    unused = {one.name for one in formula.inputs if not one.names} - used - guarded
    if unused:
        raise ValueError(f"{formula.id}: inputs that no tree reads: {sorted(unused)}")
