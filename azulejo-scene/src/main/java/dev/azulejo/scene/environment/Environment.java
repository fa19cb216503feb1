package dev.azulejo.scene.environment;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Surroundings that light a scene: radiance from all directions, ready for surfaces of any
 * roughness. It is made from an equirectangular picture, twice as wide as high, which holds
 * longitudes from the left to the right and latitudes from the top to the bottom.
 *
 * <p>Orientation, as three.js has it: the middle of the picture lies along +x, a quarter of its
 * width to the right of that is +z, its left and right edges are -x, and a quarter from the left is
 * -z; the top is +y. So a model's front, which looks along +z, is lit by what is three quarters
 * from the left.
 *
 * <p>Any number of sessions, of any scenes, may share one. It takes 35 MB for a picture of 2048
 * texels a row, 111 MB for one of 4096, and 212 MB at the most.
 *
 * <p>Threads: any; nobody changes it any more.
 */
public final class Environment {
    /** The most radiance that a texel may have: a hundred times what the sun has, in cd/m². */
    public static final float MOST_RADIANCE = 1e11f;

    private static final int RGB = 3 * Float.BYTES;

    private final String name;
    private final Texture maps;
    private final Texture panorama;

    /** Texels a row of the picture that it was made from. */
    private final int width;

    private Environment(String name, Equirectangular picture, Runnable goOn) {
        this.name = name;
        this.width = picture.width();
        this.panorama = picture.pack(goOn);
        this.maps = Prefilter.maps(picture, goOn);
    }

    private Environment(String name, KeptMaps.Kept kept) {
        this.name = name;
        this.width = kept.width();
        this.panorama = kept.panorama();
        this.maps = kept.maps();
    }

    /** Makes one of what was made before. */
    static Environment of(String name, KeptMaps.Kept kept) {
        return new Environment(name, kept);
    }

    /**
     * Makes one.
     *
     * @param width texels a row, 2..32768, even
     * @param height rows, half of the width
     * @param rgb linear radiance: red, green, blue of each texel, row-major from the top; 0 to
     *     {@link #MOST_RADIANCE}
     * @throws IllegalArgumentException if the sizes do not fit, or a value is negative, too large
     *     or no number
     */
    public static Environment of(int width, int height, float[] rgb) {
        if (height < 1 || height > 1 << 14 || width != 2 * height) {
            throw new IllegalArgumentException(
                    "environment: %dx%d texels are not twice as many in a row as rows"
                            .formatted(width, height));
        }
        if (rgb.length != 3L * width * height) {
            throw new IllegalArgumentException(
                    "environment: %dx%d texels need %d floats, got %d"
                            .formatted(width, height, 3L * width * height, rgb.length));
        }
        int wrong = wrong(rgb);
        if (wrong >= 0) {
            throw new IllegalArgumentException("environment: " + wrong(width, rgb, wrong));
        }
        var picture = new Equirectangular(width, height, rgb);
        return new Environment("environment", picture, () -> {});
    }

    /**
     * Reads a picture, .hdr or .exr, with {@link LoadLimits#defaults() default limits}.
     *
     * @throws SceneException when it cannot be used
     */
    public static Environment load(Path file) {
        return load(file, LoadLimits.defaults(), Cancellation.NEVER);
    }

    /**
     * Reads a picture, Radiance's .hdr or OpenEXR's .exr, unless somebody wishes that this ends
     * early.
     *
     * @param file twice as wide as high
     * @param limits what it may ask for: bytes of a file, sides and pixels of an image, memory and
     *     time count
     * @param cancellation ends it, from any thread
     * @throws SceneException when it cannot be used; the message is one line
     * @throws CancelledException if it was ended early
     */
    public static Environment load(Path file, LoadLimits limits, Cancellation cancellation) {
        String name = file.toString();
        check(file, name, limits);
        var stop = new StopSign("loading " + name);
        stop.begin(cancellation.within(limits.maxTime()));
        try {
            var picture = read(file, name, limits, stop);
            return new Environment(name, picture, stop::check);
        } catch (OutOfMemoryError e) {
            throw noMemory(name, e);
        } finally {
            stop.end();
        }
    }

    /** Says that memory has run out. */
    static SceneException noMemory(String name, OutOfMemoryError e) {
        return new SceneException(
                name + ": does not fit into memory (a larger Java heap, -Xmx, may help)", e);
    }

    /** Refuses what is no file, or larger than files may be. */
    static void check(Path file, String name, LoadLimits limits) {
        if (!Files.exists(file)) {
            throw new SceneException(name + ": no such file; a .hdr or .exr file expected");
        }
        if (!Files.isRegularFile(file)) {
            throw new SceneException(name + ": is no file; a .hdr or .exr file expected");
        }
        try {
            long bytes = Files.size(file);
            if (bytes > limits.maxFileBytes()) {
                throw new SceneException(
                        "%s: has %,d bytes, at most %,d expected"
                                .formatted(name, bytes, limits.maxFileBytes()));
            }
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** Says why a file cannot be read, in the words in which that is said of models. */
    static SceneException unreadable(String name, IOException e) {
        return new SceneException("%s: cannot be read: %s".formatted(name, reason(e)), e);
    }

    /** Returns what is wrong, without the name of the file. */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            // Its message is the name once more
            return "permission denied";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static Equirectangular read(Path file, String name, LoadLimits limits, StopSign stop) {
        try (var channel = Files.newByteChannel(file)) {
            boolean exr = isExr(channel);
            if (!exr && isCalledExr(name)) {
                throw new SceneException("%s: %s".formatted(name, ExrHeader.NOT_ONE));
            }
            var picture =
                    exr
                            ? readExr(channel, name, limits, stop)
                            : readRadiance(channel, name, limits, stop);
            int wrong = wrong(picture.rgb());
            if (wrong >= 0) {
                throw new SceneException(
                        "%s: %s".formatted(name, wrong(picture.width(), picture.rgb(), wrong)));
            }
            return picture;
        } catch (ClosedByInterruptException e) {
            // Between two looks at the sign: it knows whose interruption that was
            stop.check();
            throw unreadable(name, e);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** Whether a file is OpenEXR by its name. */
    static boolean isCalledExr(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".exr");
    }

    /** Whether it is OpenEXR, by its first bytes. */
    private static boolean isExr(SeekableByteChannel channel) throws IOException {
        var first = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (first.hasRemaining() && channel.read(first) >= 0) {
            // A file may give less than was asked for
        }
        channel.position(0);
        return !first.hasRemaining() && first.getInt(0) == ExrHeader.MAGIC;
    }

    private static Equirectangular readRadiance(
            SeekableByteChannel channel, String name, LoadLimits limits, StopSign stop)
            throws IOException {
        var decoder = new RadianceDecoder(Channels.newInputStream(channel), name);
        decoder.readHeader();
        int width = decoder.width();
        int height = decoder.height();
        checkSize(width, height, 0, name, limits);
        long bytes = channel.size();
        if (bytes < RadianceDecoder.LEAST_ROW * height) {
            throw new SceneException(
                    "%s: has %,d bytes and is cut off, %d rows of at least %d bytes expected"
                            .formatted(name, bytes, height, RadianceDecoder.LEAST_ROW));
        }
        var rgb = new float[3 * width * height];
        decoder.readRows(rgb, stop::check);
        return new Equirectangular(width, height, rgb);
    }

    private static Equirectangular readExr(
            SeekableByteChannel channel, String name, LoadLimits limits, StopSign stop)
            throws IOException {
        var decoder = new ExrDecoder(channel, name);
        var header = decoder.readHeader();
        long width = header.display().width();
        long height = header.display().height();
        var data = header.data();
        checkCount(
                "its data window has %dx%d texels, which are",
                data.width(), data.height(), name, limits);
        checkSize(width, height, ExrDecoder.bytes(header), name, limits);
        decoder.checkLength();
        var rgb = new float[(int) (3 * width * height)];
        decoder.readChunks(rgb, stop::check);
        return new Equirectangular((int) width, (int) height, rgb);
    }

    /**
     * Refuses pictures that are not twice as wide as high, or too large.
     *
     * @param more bytes of memory that decoding takes beside the picture
     */
    private static void checkSize(
            long width, long height, long more, String name, LoadLimits limits) {
        if (height < 1 || width != 2 * height) {
            throw new SceneException(
                    "%s: has %dx%d texels; an equirectangular picture expected, twice as wide as high"
                            .formatted(name, width, height));
        }
        checkCount("%dx%d texels are", width, height, name, limits);
        long packed = Equirectangular.packedWidth((int) width);
        long bytes = RGB * width * height + Prefilter.bytes((int) width) + more;
        bytes += Integer.BYTES * packed * packed / 2;
        checkMemory(bytes, name, limits);
    }

    /** Refuses pictures of which something is kept, but that are too large. */
    static void checkKept(int width, int height, String name, LoadLimits limits) {
        checkCount("%dx%d texels are", width, height, name, limits);
        checkMemory(KeptMaps.memory(width), name, limits);
    }

    private static void checkMemory(long bytes, String name, LoadLimits limits) {
        if (bytes > limits.maxDecodedBytes()) {
            throw new SceneException(
                    "%s: %,d bytes of memory are needed, and loading may take %,d in all (a larger Java heap, -Xmx, raises that)"
                            .formatted(name, bytes, limits.maxDecodedBytes()));
        }
    }

    private static void checkCount(
            String what, long width, long height, String name, LoadLimits limits) {
        int side = limits.maxImageSide();
        long most = Math.min(limits.maxImagePixels(), limits.maxTexels());
        if (Math.max(width, height) > side
                || width * height > most
                || 3 * width * height > LoadLimits.LARGEST_FILE) {
            throw new SceneException(
                    "%s: %s too many, sides of at most %d and %,d texels expected"
                            .formatted(name, what.formatted(width, height), side, most));
        }
    }

    /** Returns the first value that is none, or -1. */
    private static int wrong(float[] rgb) {
        for (int i = 0; i < rgb.length; i++) {
            if (!(rgb[i] >= 0 && rgb[i] <= MOST_RADIANCE)) {
                return i;
            }
        }
        return -1;
    }

    private static String wrong(int width, float[] rgb, int at) {
        int texel = at / 3;
        return "texel %d of row %d has a radiance of %s, 0 to %s expected"
                .formatted(texel % width, texel / width, rgb[at], MOST_RADIANCE);
    }

    /** Returns what messages call it: the file's name if it came from one. */
    public String name() {
        return name;
    }

    /**
     * Returns its maps: what surfaces of each roughness mirror, and what matt ones receive; laid
     * out for the programs that draw a scene. Nobody may write them.
     */
    public Texture maps() {
        return maps;
    }

    /** Returns how many texels a row of the picture had that it was made from. */
    int width() {
        return width;
    }

    /** Returns what it is made of. */
    KeptMaps.Kept kept() {
        return new KeptMaps.Kept(width, width / 2, panorama, maps);
    }

    /** Returns its picture as it is seen behind a scene. Nobody may write it. */
    public Texture panorama() {
        return panorama;
    }

    /** Returns how much memory it takes, in bytes: its maps, and its picture. */
    public long bytes() {
        return (long) Float.BYTES * maps.floats().length
                + (long) Integer.BYTES * panorama.texels().length;
    }

    @Override
    public String toString() {
        return name;
    }
}
