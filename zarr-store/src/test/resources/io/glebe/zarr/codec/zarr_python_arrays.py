"""write DIR: arrays of one chunk over dtypes, orders and compressors, each beside its plain bytes.
verify DIR: compares the arrays found in DIR with their plain bytes."""
import os
import sys

import numcodecs
import numpy as np
import zarr

DTYPES = ["|b1", "|i1", "|u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", ">u4",
          "<i8", ">i8", "<u8", ">u8", "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"]


def compressors():
    yield None
    for cname in ("lz4", "lz4hc", "zstd", "zlib"):
        for shuffle in (-1, 0, 1, 2):
            yield numcodecs.Blosc(cname, clevel=5, shuffle=shuffle)
    yield numcodecs.Zstd(3)
    yield numcodecs.GZip(5)
    yield numcodecs.Zlib(5)
    yield numcodecs.LZ4()


def values(dtype, shape):
    count = int(np.prod(shape))
    noise = np.random.default_rng(7).integers(0, 9, count)
    smooth = 90 * np.sin(np.arange(count) / 40.0) + noise
    return smooth.reshape(shape).astype(dtype)


def write(folder):
    case = 0
    for dtype in DTYPES:
        for order in "CF":
            for compressor in compressors():
                path = os.path.join(folder, "%04d" % case)
                data = values(dtype, (7, 37, 53))
                array = zarr.open(path, mode="w", shape=data.shape, chunks=data.shape, dtype=dtype,
                                  order=order, compressor=compressor, fill_value=0)
                array[...] = data
                plain = data.astype(np.dtype(dtype).newbyteorder("<"))
                with open(os.path.join(path, "plain"), "wb") as out:
                    out.write(np.ascontiguousarray(plain).tobytes())
                case += 1
    print(case)


def verify(folder):
    names = sorted(os.listdir(folder))
    for name in names:
        path = os.path.join(folder, name)
        array = zarr.open(path, mode="r")
        found = np.ascontiguousarray(array[...].astype(array.dtype.newbyteorder("<"))).tobytes()
        with open(os.path.join(path, "plain"), "rb") as plain:
            if found != plain.read():
                sys.exit("%s differs: %s" % (name, array.info))
    print(len(names))


{"write": write, "verify": verify}[sys.argv[1]](sys.argv[2])
