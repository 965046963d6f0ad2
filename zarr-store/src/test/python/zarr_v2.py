"""Writes arrays of Zarr version 2 with zarr-python, or compares arrays with their expected bytes.

Beside each array NAME lies NAME.bin: its elements in C order, little-endian.
"""

import itertools
import pathlib
import sys

import numcodecs
import numpy as np
import zarr

SHAPE = (11, 13)
CHUNKS = (4, 5)

TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"]
CODECS = {
    "none": None,
    "zlib": numcodecs.Zlib(5),
    "gzip": numcodecs.GZip(5),
    "zstd": numcodecs.Zstd(3),
    "lz4": numcodecs.LZ4(),
    "blosc_lz4_byte": numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE),
    "blosc_lz4_none": numcodecs.Blosc("lz4", 5, numcodecs.Blosc.NOSHUFFLE),
    "blosc_lz4hc_bit": numcodecs.Blosc("lz4hc", 5, numcodecs.Blosc.BITSHUFFLE),
    "blosc_zstd_byte": numcodecs.Blosc("zstd", 3, numcodecs.Blosc.SHUFFLE),
    "blosc_zstd_bit": numcodecs.Blosc("zstd", 3, numcodecs.Blosc.BITSHUFFLE),
    "blosc_zlib_byte": numcodecs.Blosc("zlib", 5, numcodecs.Blosc.SHUFFLE),
    "blosc_small_blocks": numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE, 256),
}


def values(kind, shape):
    """The same numbers on every run, with the extremes of the type among them."""
    random = np.random.RandomState(7)
    dtype = np.dtype(kind)
    if kind == "?":
        return random.randint(0, 2, shape).astype("?")
    if dtype.kind == "f":
        numbers = (random.standard_normal(shape) * 100).astype(dtype)
        numbers.flat[:3] = [np.nan, np.inf, -np.inf]
        return numbers
    limits = np.iinfo(dtype)
    numbers = random.randint(0, 100, shape).astype(dtype)
    numbers.flat[:2] = [limits.min, limits.max]
    return numbers


def little(array):
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()


def write_one(folder, name, data, **options):
    target = zarr.open(str(folder / name), mode="w", shape=data.shape, dtype=data.dtype, **options)
    target[...] = data
    (folder / (name + ".bin")).write_bytes(little(data))


def write(folder):
    for kind, (codec, compressor) in itertools.product(TYPES, CODECS.items()):
        name = f"{kind.replace('?', 'b1')}_{codec}"
        write_one(folder, name, values(kind, SHAPE), chunks=CHUNKS, compressor=compressor)
    for kind, order, separator in itertools.product(TYPES, "CF", "./"):
        if np.dtype(kind).itemsize > 1:
            data = values(kind, SHAPE).astype(">" + kind)
            name = f"{kind}_big_{order}_{'dot' if separator == '.' else 'slash'}"
            write_one(
                folder, name, data, chunks=CHUNKS, order=order, dimension_separator=separator
            )
    cube = values("i2", (3, 7, 10))
    write_one(folder, "cube_F", cube, chunks=(2, 3, 4), order="F")
    big = values("u2", (300, 500))
    write_one(folder, "large", big, chunks=(256, 256))
    for name, fill in {"nan": np.nan, "inf": np.inf, "minus_inf": -np.inf, "five": 5}.items():
        partly = zarr.open(
            str(folder / ("fill_" + name)), mode="w", shape=(10,), chunks=(4,), dtype="f4", fill_value=fill
        )
        partly[4:6] = [1, 2]
        (folder / f"fill_{name}.bin").write_bytes(little(partly[...]))
    nested = zarr.open_group(str(folder / "tree"), mode="w")
    nested.attrs["title"] = "nested"
    deep = nested.require_group("a/b").create_dataset("c", data=values("i4", SHAPE), chunks=CHUNKS)
    deep.attrs["units"] = "m"
    (folder / "tree.c.bin").write_bytes(little(deep[...]))
    zarr.consolidate_metadata(str(folder / "tree"))


def compare(folder):
    wrong = []
    for expected in sorted(folder.glob("*.bin")):
        try:
            read = zarr.open(str(folder / expected.stem), mode="r")[...]
            if little(np.asarray(read)) != expected.read_bytes():
                wrong.append(expected.stem + ": other values")
        except Exception as problem:
            wrong.append(f"{expected.stem}: {problem!r}")
    for line in wrong:
        print(line)
    print(f"{len(list(folder.glob('*.bin')))} arrays compared")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    {"write": write, "compare": compare}[sys.argv[1]](pathlib.Path(sys.argv[2]))
