package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the files a scene is made of: the main one, and those that its URIs name. A URI is a {@code
 * data:} URI or a relative path, percent-decoded, that stays inside the folder of the main file;
 * nothing else is opened. Where the main file came as bytes that lie in no folder, nothing is.
 */
final class SourceFiles {
    private static final int READ_AT_ONCE = 1 << 24;

    /** A folder that paths are compared with, and nobody looks into. */
    private static final Path NOWHERE = Path.of("nowhere").toAbsolutePath();

    /** A {@code data:} URI that stands for no bytes; the message says why, in one line. */
    static final class DataUriException extends Exception {
        private static final long serialVersionUID = 1L;

        private DataUriException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The main file; null if it lies in no folder. */
    private final Path main;

    /** What it holds, if somebody has read it already; else null. */
    private final byte[] content;

    /**
     * Where the others lie, by their names as seen from the main file's folder; null if they lie
     * where they say.
     */
    private final Map<String, Path> others;

    private final String label;
    private final LoadLimits limits;
    private final Budget budget;
    private final AtomicLong total = new AtomicLong();
    private final Map<String, byte[]> read = new HashMap<>();
    private volatile boolean namesOthers;

    /**
     * Files of a main one that has been read.
     *
     * @param main where it lies, or null
     * @param content what it holds; null to read it
     * @param label what messages call it
     */
    SourceFiles(Path main, byte[] content, String label, LoadLimits limits, Budget budget) {
        this.main = main;
        this.content = content;
        this.others = null;
        this.label = label;
        this.limits = limits;
        this.budget = budget;
    }

    /**
     * Files that lie elsewhere than they say; no others are opened.
     *
     * @param files where they lie
     */
    SourceFiles(ModelFiles files, LoadLimits limits, Budget budget) {
        this.main = files.main();
        this.content = null;
        this.others = files.others();
        this.label = files.name();
        this.limits = limits;
        this.budget = budget;
    }

    /** Returns what messages call the main file. */
    String label() {
        return label;
    }

    /** Returns how many bytes were read so far. */
    long totalBytes() {
        return total.get();
    }

    /** Returns whether other files were asked for, whether they are there or not. */
    boolean namesOthers() {
        return namesOthers;
    }

    /** Reads the main file. */
    byte[] readMain() {
        if (content != null) {
            take(content.length, label);
            return content;
        }
        if (!Files.exists(main)) {
            throw new SceneException("%s: no such file".formatted(label));
        }
        if (!Files.isRegularFile(main)) {
            throw new SceneException(
                    "%s: not a file, a .gltf or .glb file expected".formatted(label));
        }
        try {
            return readFile(main, label);
        } catch (IOException e) {
            throw new SceneException("%s: cannot be read: %s".formatted(label, reason(e)), e);
        }
    }

    /**
     * Returns what a URI stands for. The same file is read once.
     *
     * @param uri as in the file
     * @param where names the URI in messages
     */
    byte[] resolve(String uri, JsonView where) {
        try {
            return resolveIfSound(uri, where);
        } catch (DataUriException e) {
            throw where.fail(e.getMessage(), e);
        }
    }

    /**
     * Returns what {@link #resolve} does, for whoever can do without what a {@code data:} URI was
     * to hold.
     *
     * @throws DataUriException if it is damaged; then it takes no memory
     */
    synchronized byte[] resolveIfSound(String uri, JsonView where) throws DataUriException {
        if (isDataUri(uri)) {
            return decodeDataUri(uri, where);
        }
        byte[] known = read.get(uri);
        if (known == null) {
            Path target = locate(uri, where);
            if (target == null || !Files.isRegularFile(target)) {
                throw where.fail(quote(uri) + ": no such file beside " + mainName());
            }
            known = readRelative(uri, target, where);
            read.put(uri, known);
        }
        return known;
    }

    /** Returns what the main file is called in its folder. */
    private String mainName() {
        return others == null
                ? main.getFileName().toString()
                : label.substring(Math.max(label.lastIndexOf('/'), label.lastIndexOf('\\')) + 1);
    }

    /** Returns whether what a URI stands for is there; fails where it must not be looked at. */
    boolean exists(String uri, JsonView where) {
        if (isDataUri(uri)) {
            return true;
        }
        var target = locate(uri, where);
        return target != null && Files.isRegularFile(target);
    }

    private static String quote(String uri) {
        return "\"" + JsonView.abbreviate(uri) + "\"";
    }

    static boolean isDataUri(String uri) {
        return uri.regionMatches(true, 0, "data:", 0, 5);
    }

    /**
     * Returns where a file lies that a URI names, whether it is there or not; of files that lie
     * elsewhere null if it is not.
     *
     * @throws SceneException if it names none, or one that must not be looked at
     */
    Path locate(String uri, JsonView where) {
        Path relative = relative(uri, where);
        if (others != null) {
            return others.get(name(relative));
        }
        var folder = main.toAbsolutePath().normalize().getParent();
        return real(folder.resolve(relative), folder, quote(uri), where);
    }

    /**
     * Returns what a URI is called as seen from the main file's folder, whatever the system.
     *
     * @throws SceneException if it names none, or one that must not be looked at
     */
    String nameOf(String uri, JsonView where) {
        return name(relative(uri, where));
    }

    private static String name(Path relative) {
        var names = new ArrayList<String>();
        relative.forEach(part -> names.add(part.toString()));
        return String.join("/", names);
    }

    /** Returns a path below the main file's folder. */
    private Path relative(String uri, JsonView where) {
        namesOthers = true;
        String quoted = quote(uri);
        if (main == null) {
            throw where.fail(quoted + ": the model lies in no folder, so only data: URIs are read");
        }
        if (uri.matches("[A-Za-z][A-Za-z0-9+.-]+:(?s:.*)")) {
            throw where.fail(quoted + ": only data: URIs and relative paths are read");
        }
        String decoded = percentDecode(uri);
        try {
            Path relative = main.getFileSystem().getPath(decoded);
            if (decoded.isEmpty()
                    || decoded.startsWith("/")
                    || decoded.startsWith("\\")
                    || relative.isAbsolute()) {
                throw where.fail(quoted + ": a path relative to the file's folder expected");
            }
            // Not as it is called itself: a path may lead out of the folder and in again
            Path folder = others == null ? main.toAbsolutePath().normalize().getParent() : NOWHERE;
            Path target = folder.resolve(relative).normalize();
            if (!target.startsWith(folder) || target.equals(folder)) {
                throw where.fail(
                        quoted + ": leads out of the file's folder, which is not followed");
            }
            return folder.relativize(target);
        } catch (InvalidPathException e) {
            throw where.fail(quoted + ": not a path: " + e.getReason(), e);
        }
    }

    /** Follows symbolic links, and looks where they have led. */
    private static Path real(Path target, Path folder, String quoted, JsonView where) {
        try {
            Path real = target.toRealPath();
            if (!real.startsWith(folder.toRealPath())) {
                throw where.fail(
                        quoted
                                + ": a symbolic link leads out of the file's folder, which is not"
                                + " followed");
            }
            return real;
        } catch (NoSuchFileException e) {
            return target; // who reads it will say so
        } catch (IOException e) {
            throw where.fail(quoted + ": cannot be read: " + reason(e), e);
        }
    }

    private byte[] readRelative(String uri, Path target, JsonView where) {
        try {
            return readFile(target, fileName(others == null ? target : relative(uri, where)));
        } catch (IOException e) {
            throw where.fail(quote(uri) + ": cannot be read: " + reason(e), e);
        } catch (SceneException e) {
            throw where.fail(e.getMessage(), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null || e.getMessage().isBlank()
                ? e.getClass().getSimpleName()
                : e.getMessage();
    }

    private static String fileName(Path path) {
        return path.getFileName().toString();
    }

    private byte[] readFile(Path path, String name) throws IOException {
        long size = Files.size(path);
        take(size, name);
        // never more than the size that was checked, should the file grow meanwhile
        byte[] data = new byte[(int) size];
        int done = 0;
        try (InputStream in = Files.newInputStream(path)) {
            for (int n = 1; n > 0 && done < size; done += Math.max(0, n)) {
                budget.goOn();
                n = in.read(data, done, (int) Math.min(size - done, READ_AT_ONCE));
            }
        }
        return done < size ? Arrays.copyOf(data, done) : data;
    }

    /** Takes the bytes of a file, or refuses it. */
    private void take(long size, String name) {
        long sum = total.addAndGet(size);
        // An array holds no more, whatever the limits say.
        long most = Math.min(limits.maxFileBytes(), LoadLimits.LARGEST_FILE);
        if (size > most || sum > limits.maxTotalFileBytes()) {
            throw new SceneException(
                    "%s: %,d bytes are too many; at most %,d in a file and %,d together expected"
                            .formatted(name, size, most, limits.maxTotalFileBytes()));
        }
        if (!budget.tryTake(size)) {
            throw new SceneException(
                    "%s: %,d bytes do not fit into the memory that loading may take (a larger Java heap, -Xmx, raises that)"
                            .formatted(name, size));
        }
    }

    private byte[] decodeDataUri(String uri, JsonView where) throws DataUriException {
        int comma = uri.indexOf(',');
        if (comma < 0) {
            throw new DataUriException("data URI without a comma", null);
        }
        boolean base64 = uri.regionMatches(true, Math.max(5, comma - 7), ";base64", 0, 7);
        long size = base64 ? (uri.length() - comma - 1L) / 4 * 3 : uri.length() - comma - 1L;
        if (size > limits.maxFileBytes()) {
            throw where.fail(
                    "data URI of %,d bytes, at most %,d expected"
                            .formatted(size, limits.maxFileBytes()));
        }
        // the rest of the text, its bytes, and what they stand for
        long memory = 3L * uri.length();
        budget.take(memory, where);
        String body = uri.substring(comma + 1);
        try {
            if (!base64) {
                return percentDecodeBytes(body);
            }
            if (body.indexOf('%') >= 0) {
                body = percentDecode(body);
            }
            return Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            budget.giveBack(memory);
            throw new DataUriException("data URI: not valid base64", e);
        }
    }

    private static String percentDecode(String text) {
        return text.indexOf('%') < 0
                ? text
                : new String(percentDecodeBytes(text), StandardCharsets.UTF_8);
    }

    /** Decodes percent escapes; what is no valid escape stands for itself. */
    private static byte[] percentDecodeBytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int out = 0;
        for (int i = 0; i < bytes.length; i++, out++) {
            int high =
                    bytes[i] == '%' && i + 2 < bytes.length
                            ? Character.digit(bytes[i + 1], 16)
                            : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                bytes[out] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[out] = bytes[i];
            }
        }
        return Arrays.copyOf(bytes, out);
    }
}
