package dev.azulejo.scene.image;

import dev.azulejo.scene.guard.GuardedLoader;

import run.endive.runtime.Instance;
import run.endive.runtime.Machine;

import java.util.function.Function;

/**
 * Decodes UASTC by the Basis Universal transcoder, a WebAssembly module. It sees nothing but a
 * memory of its own, whose size is decided before; it looks at each jump back and each call whether
 * to go on; and it is made anew for each picture, so that no picture finds anything of another's.
 */
final class UastcDecoder {
    /** What decoding takes beside what goes in and comes out, in bytes. */
    private static final long WORK_BYTES = 8 << 20;

    /** Looks that decoding may take for a pixel or a byte: many times too many. */
    private static final long UNIT_JUMPS = 1000;

    private static final long MOST_JUMPS = 200_000_000;

    /** The module's code, loaded when first needed. */
    private static final class Code {
        private static final Function<Object[], Object[]> ADAPTER =
                GuardedLoader.load(
                        "dev.azulejo.scene.image.wasm.", "checkInterruption", WasmAdapter.class);
    }

    private UastcDecoder() {}

    /** Returns the memory that {@link #decode} takes, in bytes. */
    static long workBytes(long fileBytes, long pixels) {
        return BasisTranscoder.OWN_PAGES * (long) BasisTranscoder.PAGE_BYTES
                + WORK_BYTES
                + 3 * fileBytes
                + 12 * pixels;
    }

    /**
     * Decodes the largest level of a file.
     *
     * @param file a KTX2 file
     * @param width pixels, as its header has them
     * @param height likewise
     * @param goOn called again and again: what it throws ends decoding
     * @return red, green, blue and alpha, row after row from the top
     * @throws ImageFormatException if there is no such picture in it
     */
    static byte[] decode(byte[] file, int width, int height, Runnable goOn)
            throws ImageFormatException {
        long pixels = (long) width * height;
        int pages = pages(workBytes(file.length, pixels) - 4 * pixels);
        Function<Function<Instance, Machine>, byte[]> work =
                code -> new BasisTranscoder(code, pages).restore().decode(file, width, height);
        long jumps = MOST_JUMPS + UNIT_JUMPS * (pixels + file.length);
        byte[] samples =
                Ended.decode(
                        "KTX2",
                        goOn,
                        look -> (byte[]) Code.ADAPTER.apply(new Object[] {work, look, jumps})[0]);
        if (samples == null) {
            throw new ImageFormatException("KTX2 is corrupt: no such picture in it");
        }
        return samples;
    }

    private static int pages(long bytes) throws ImageTooLargeException {
        long pages = (bytes + BasisTranscoder.PAGE_BYTES - 1) / BasisTranscoder.PAGE_BYTES;
        if (pages > BasisTranscoder.MOST_PAGES) {
            throw new ImageTooLargeException(
                    "KTX2 would take %,d bytes of memory, at most 2 GB possible".formatted(bytes));
        }
        return (int) pages;
    }
}
