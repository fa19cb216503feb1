package dev.azulejo.scene.image;

import dev.azulejo.scene.guard.GuardedLoader;
import dev.azulejo.scene.image.wasm.ZstdModule;

import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.Machine;
import run.endive.wasm.types.FunctionImport;
import run.endive.wasm.types.MemoryLimits;

import java.util.function.Function;

/**
 * Decoders that are WebAssembly modules: Basis Universal and Zstandard. A module sees nothing but a
 * memory of its own, whose size is decided before; it looks at each jump back and each call whether
 * to go on; and it is made anew for each picture, so that no picture finds anything of another's.
 */
final class WasmDecoders {
    /** Pages that the Zstandard module itself has: its stack. */
    private static final int ZSTD_PAGES = 256;

    /** What decoding takes beside what goes in and comes out, in bytes. */
    private static final long ZSTD_WORK_BYTES = 1 << 20;

    private static final long BASIS_WORK_BYTES = 8 << 20;

    /** Looks that decoding may take for a pixel or a byte: many times too many. */
    private static final long UNIT_JUMPS = 1000;

    private static final long MOST_JUMPS = 200_000_000;

    /** The modules' code, loaded when first needed. */
    private static final class Code {
        private static final Function<Object[], Object[]> ADAPTER =
                GuardedLoader.load(
                        "dev.azulejo.scene.image.wasm.", "checkInterruption", WasmAdapter.class);
    }

    private WasmDecoders() {}

    /** Returns the memory that {@link #basis} takes, in bytes. */
    static long basisBytes(long fileBytes, long pixels) {
        return BasisTranscoder.OWN_PAGES * (long) BasisTranscoder.PAGE_BYTES
                + BASIS_WORK_BYTES
                + 3 * fileBytes
                + 12 * pixels;
    }

    /**
     * Decodes the largest level of a file that the Basis Universal transcoder reads.
     *
     * @param file a KTX2 file
     * @param width pixels, as its header has them
     * @param height likewise
     * @param goOn called again and again: what it throws ends decoding
     * @return red, green, blue and alpha, row after row from the top
     * @throws ImageFormatException if there is no such picture in it
     */
    static byte[] basis(byte[] file, int width, int height, Runnable goOn)
            throws ImageFormatException {
        long pixels = (long) width * height;
        int pages = pages(basisBytes(file.length, pixels) - 4 * pixels);
        byte[] samples =
                run(
                        true,
                        code ->
                                new BasisTranscoder(code, pages)
                                        .restore()
                                        .decode(file, width, height),
                        pixels + file.length,
                        goOn);
        if (samples == null) {
            throw new ImageFormatException("KTX2 is corrupt: no such picture in it");
        }
        return samples;
    }

    /** Returns the memory that {@link #zstd} takes beside its result, in bytes. */
    static long zstdBytes(long compressed, long length) {
        return ZSTD_PAGES * (long) BasisTranscoder.PAGE_BYTES
                + ZSTD_WORK_BYTES
                + 2 * compressed
                + length;
    }

    /**
     * Decompresses a Zstandard frame.
     *
     * @param frame compressed
     * @param length bytes that are expected
     * @param goOn as above
     * @throws ImageFormatException if there are not so many in it
     */
    static byte[] zstd(byte[] frame, int length, Runnable goOn) throws ImageFormatException {
        int pages = pages(zstdBytes(frame.length, length));
        byte[] result =
                run(
                        false,
                        code -> decompress(code, pages, frame, length),
                        (long) frame.length + length,
                        goOn);
        if (result == null) {
            throw new ImageFormatException(
                    "KTX2 is corrupt: %d bytes expected in a level".formatted(length));
        }
        return result;
    }

    private static byte[] decompress(
            Function<Instance, Machine> code, int pages, byte[] frame, int length) {
        var module = ZstdModule.load();
        // It tells when its memory has grown, which nobody needs to know
        var notify = (FunctionImport) module.importSection().getImport(0);
        var imports =
                ImportValues.builder()
                        .addFunction(
                                new HostFunction(
                                        notify.module(),
                                        notify.name(),
                                        module.typeSection().getType(notify.typeIndex()),
                                        (caller, arguments) -> new long[0]))
                        .build();
        var instance =
                Instance.builder(module)
                        .withImportValues(imports)
                        .withMachineFactory(code)
                        .withMemoryFactory(ByteArrayMemory::new)
                        .withMemoryLimits(new MemoryLimits(pages, pages))
                        .build();
        int from = (int) instance.export("malloc").apply(frame.length)[0];
        int to = (int) instance.export("malloc").apply(length)[0];
        if (from == 0 || to == 0) {
            return null;
        }
        instance.memory().write(from, frame);
        long done = instance.export("ZSTD_decompress").apply(to, length, from, frame.length)[0];
        return (int) done == length ? instance.memory().readBytes(to, length) : null;
    }

    private static int pages(long bytes) throws ImageTooLargeException {
        long pages = (bytes + BasisTranscoder.PAGE_BYTES - 1) / BasisTranscoder.PAGE_BYTES;
        if (pages > BasisTranscoder.MOST_PAGES) {
            throw new ImageTooLargeException(
                    "KTX2 would take %,d bytes of memory, at most 2 GB possible".formatted(bytes));
        }
        return (int) pages;
    }

    private static byte[] run(
            boolean isBasis,
            Function<Function<Instance, Machine>, byte[]> work,
            long units,
            Runnable goOn)
            throws ImageFormatException {
        long jumps = MOST_JUMPS + UNIT_JUMPS * units;
        return Ended.decode(
                "KTX2",
                goOn,
                look -> (byte[]) Code.ADAPTER.apply(new Object[] {work, isBasis, look, jumps})[0]);
    }
}
