package io.glebe.zarr.codec;

import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The functions of libzstd that take a reusable context. The library comes with aircompressor;
 * aircompressor's own interface creates a context for every call, which for small blocks costs as
 * much as the decompression.
 */
final class ZstdLibrary {
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
  private static final MemoryLayout SIZE = ValueLayout.JAVA_LONG;
  private static final MethodHandle CREATE_DECOMPRESSION;
  private static final MethodHandle FREE_DECOMPRESSION;
  private static final MethodHandle DECOMPRESS;
  private static final MethodHandle CREATE_COMPRESSION;
  private static final MethodHandle FREE_COMPRESSION;
  private static final MethodHandle COMPRESS;

  static {
    SymbolLookup symbols = load();
    FunctionDescriptor create = FunctionDescriptor.of(POINTER);
    FunctionDescriptor free = FunctionDescriptor.of(SIZE, POINTER);
    CREATE_DECOMPRESSION = handle(symbols, "ZSTD_createDCtx", create);
    FREE_DECOMPRESSION = handle(symbols, "ZSTD_freeDCtx", free);
    DECOMPRESS =
        handle(
            symbols,
            "ZSTD_decompressDCtx",
            FunctionDescriptor.of(SIZE, POINTER, POINTER, SIZE, POINTER, SIZE),
            Linker.Option.critical(true));
    CREATE_COMPRESSION = handle(symbols, "ZSTD_createCCtx", create);
    FREE_COMPRESSION = handle(symbols, "ZSTD_freeCCtx", free);
    COMPRESS =
        handle(
            symbols,
            "ZSTD_compressCCtx",
            FunctionDescriptor.of(
                SIZE, POINTER, POINTER, SIZE, POINTER, SIZE, ValueLayout.JAVA_INT),
            Linker.Option.critical(true));
  }

  private ZstdLibrary() {}

  static MemorySegment newDecompressionContext() {
    try {
      return created((MemorySegment) CREATE_DECOMPRESSION.invokeExact());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static MemorySegment newCompressionContext() {
    try {
      return created((MemorySegment) CREATE_COMPRESSION.invokeExact());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void freeDecompressionContext(MemorySegment context) {
    try {
      long ignored = (long) FREE_DECOMPRESSION.invokeExact(context);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void freeCompressionContext(MemorySegment context) {
    try {
      long ignored = (long) FREE_COMPRESSION.invokeExact(context);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Returns the number of bytes written, never beyond the output; a negative number is an error
   * code.
   */
  static long decompress(MemorySegment context, MemorySegment in, MemorySegment out) {
    try {
      return (long) DECOMPRESS.invokeExact(context, out, out.byteSize(), in, in.byteSize());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Returns the number of bytes written, never beyond the output; a negative number is an error
   * code.
   */
  static long compress(MemorySegment context, MemorySegment in, MemorySegment out, int level) {
    try {
      return (long) COMPRESS.invokeExact(context, out, out.byteSize(), in, in.byteSize(), level);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MethodHandle handle(
      SymbolLookup symbols, String name, FunctionDescriptor type, Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type, options);
  }

  /** Extracts the file, loads it and deletes it; the mapping stays valid. */
  private static SymbolLookup load() {
    String resource = "/aircompressor/" + platform();
    String suffix = resource.substring(resource.lastIndexOf('.'));
    Path folder =
        Path.of(System.getProperty("aircompressor.tmpdir", System.getProperty("java.io.tmpdir")));
    try (InputStream library = ZstdNativeDecompressor.class.getResourceAsStream(resource)) {
      if (library == null) {
        throw new UnsatisfiedLinkError("no native zstd for this platform: " + resource);
      }
      Path copy = Files.createTempFile(folder, "zstd-", suffix);
      try {
        Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
        return SymbolLookup.libraryLookup(copy, Arena.global());
      } finally {
        Files.delete(copy);
      }
    } catch (IOException e) {
      throw (Error) new UnsatisfiedLinkError("native zstd cannot be unpacked: " + e).initCause(e);
    }
  }

  private static String platform() {
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    String arch = System.getProperty("os.arch").replace("x86_64", "amd64");
    return (mac ? "macos-" : "linux-") + arch + (mac ? "/libzstd.dylib" : "/libzstd.so");
  }

  private static MemorySegment created(MemorySegment context) {
    if (context.equals(MemorySegment.NULL)) {
      throw new OutOfMemoryError("no memory for a zstd context");
    }
    return context;
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException failure) {
      return failure;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("native zstd call failed", e);
  }
}
