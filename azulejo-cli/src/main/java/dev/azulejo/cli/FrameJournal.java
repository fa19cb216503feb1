package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What has been made of a sequence of pictures, in a file beside them, so that a run that was ended
 * can be gone on with. It is text:
 *
 * <pre>
 * azulejo-journal 1 KEY COUNT
 * FRAME SIZE:SHA256 …
 * </pre>
 *
 * <p>The first line has the version of this form, the {@link PictureKey} of all pictures and how
 * many there will be; each other one the number of a picture that is complete, then bytes and sum
 * of its file and of those beside it ({@link Aov#files}). A line is appended, in one write, when
 * all of these have their names. So a line that is torn, the last one of a run that was killed,
 * tells of a picture that is made once more, and nothing else depends on it.
 *
 * <p>A picture counts as there if its files still have the bytes that the journal says: whoever
 * changed one, or lost what a line tells of when a machine went down, gets it rendered. A journal
 * that says anything else is no error, since its pictures can be made anew.
 *
 * <p>A run that completes removes it, unless it is one that may be begun again at any time, with
 * {@code --resume}: that finds by it that everything is there.
 *
 * <p>Threads: one at a time.
 */
final class FrameJournal implements AutoCloseable {
    /** What the file is in messages. */
    private static final String NAME = "journal";

    private static final String VERSION = "1";

    private static final Pattern HEAD =
            Pattern.compile("azulejo-journal ([0-9]{1,9}) ([0-9a-f]{64}) ([0-9]{1,6})");

    private static final Pattern LINE =
            Pattern.compile("([0-9]{1,6})((?: [0-9]{1,15}:[0-9a-f]{64}){1,5})");

    /** Sequences have at most so many pictures; with all that there may be beside them. */
    private static final int MOST_PICTURES = 100_000;

    private static final int MOST_BYTES = 1 << 26;

    private final RenderCommand command;

    /** Null if none is kept. */
    private final Path file;

    private final String key;

    /** What is there before the file is begun, by the numbers of pictures: what their lines say. */
    private final Map<Integer, String> there = new TreeMap<>();

    /** How many pictures a journal that was there says that there will be; 0 if there was none. */
    private int count;

    /** Null before the first picture is complete. */
    private OutputStream out;

    /** What has been written of the picture under way. */
    private final List<String> written = new ArrayList<>();

    private FrameJournal(RenderCommand command, Path file, String key) {
        this.command = command;
        this.file = file;
        this.key = key;
    }

    /** Returns where the journal of pictures goes. */
    static Path place(Path output) {
        return output.resolveSibling(output.getFileName() + ".journal");
    }

    /**
     * Begins one, and reads what is there with {@code --resume}. What a scene's files hold is
     * looked at before they are loaded: if they change in between, pictures do not count as made.
     *
     * @param command what is rendered; keeps no journal of what goes into one file
     * @param scene of all pictures
     * @param wish ends it early
     */
    static FrameJournal open(RenderCommand command, String scene, Cancellation wish) {
        if (!command.keepsJournal()) {
            return new FrameJournal(command, null, null);
        }
        var file = place(command.output);
        if (WholeFile.writesThrough(file)) {
            throw new UserException(
                    "%s %s: is a device or a pipe; a file expected".formatted(NAME, file));
        }
        var journal = new FrameJournal(command, file, PictureKey.of(command, scene, wish));
        if (command.batch.resume) {
            journal.read();
        }
        return journal;
    }

    /** Adds the file to those that are written. */
    static void addTo(CommandFiles files, Path output) {
        files.writes(NAME, place(output));
    }

    private void read() {
        byte[] bytes;
        try {
            if (!Files.exists(file)) {
                tell("there is no %s: all pictures are rendered".formatted(file));
                return;
            }
            try (var in = Files.newInputStream(file)) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            }
        } catch (IOException e) {
            throw new UserException(
                    "%s %s: cannot be read: %s".formatted(NAME, file, WholeFile.reason(e)));
        }
        if (bytes.length > MOST_BYTES) {
            tellAnew("has more than %,d bytes".formatted(MOST_BYTES));
            return;
        }
        // Any bytes are a text in it, so that what is none is told by its lines
        read(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private void read(String text) {
        int end = text.indexOf('\n');
        var head = HEAD.matcher(end < 0 ? "" : text.substring(0, end));
        if (!head.matches() || Integer.parseInt(head.group(3)) > MOST_PICTURES) {
            tellAnew("is damaged, or no journal");
            return;
        }
        if (!head.group(1).equals(VERSION) || !head.group(2).equals(key)) {
            tellAnew("is of other options, another scene or another release");
            return;
        }
        count = Integer.parseInt(head.group(3));
        int damaged = 0;
        int from = end + 1;
        // What has no end of line is torn
        for (int to; (to = text.indexOf('\n', from)) >= 0; from = to + 1) {
            damaged += isTaken(text.substring(from, to)) ? 0 : 1;
        }
        if (damaged > 0) {
            tell("%s: %,d damaged lines are passed over".formatted(file, damaged));
        }
    }

    private boolean isTaken(String line) {
        var found = LINE.matcher(line);
        if (!found.matches() || Integer.parseInt(found.group(1)) >= count) {
            return false;
        }
        there.put(Integer.parseInt(found.group(1)), found.group(2));
        return true;
    }

    private void tellAnew(String why) {
        tell("%s %s: all pictures are rendered anew".formatted(file, why));
    }

    private static void tell(String text) {
        RenderCommand.note("--resume: " + text);
    }

    /** Returns how many pictures there will be, if what was there says it; else 0. */
    int count() {
        return count;
    }

    /**
     * Returns the numbers of the pictures that are to be made, in order, and says how many these
     * are, if others are there.
     *
     * @param pictures of the sequence, which decides; there may be one
     * @param wish ends it early: each file that is there is read
     */
    int[] left(int pictures, Cancellation wish) {
        count = pictures;
        there.entrySet().removeIf(entry -> !isThere(entry.getKey(), entry.getValue(), wish));
        int[] left = IntStream.range(0, count).filter(n -> !there.containsKey(n)).toArray();
        if (!there.isEmpty()) {
            tell(
                    "%,d of %,d pictures are there, %,d are rendered"
                            .formatted(there.size(), count, left.length));
        }
        return left;
    }

    private boolean isThere(int frame, String line, Cancellation wish) {
        if (frame >= count) {
            return false;
        }
        var picture = command.pictureFile(frame, count);
        var files = new ArrayList<>(List.of(picture));
        files.addAll(Aov.files(command.aovs(), picture));
        var said = line.strip().split(" ");
        if (said.length != files.size()) {
            return false;
        }
        for (int i = 0; i < said.length; i++) {
            wish.check("looking at " + files.get(i));
            if (!holds(files.get(i), said[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether a file has the bytes that a line says; what is larger is not read. */
    private static boolean holds(Path file, String said) {
        int colon = said.indexOf(':');
        try {
            if (!Files.isRegularFile(file)
                    || Files.size(file) != Long.parseLong(said.substring(0, colon))) {
                return false;
            }
            var sum = new Sum(OutputStream.nullOutputStream());
            Files.copy(file, sum);
            return sum.text().equals(said);
        } catch (IOException e) {
            // It cannot be told, and whoever writes it says what is wrong with it
            return false;
        }
    }

    /** Counts and sums what goes through it. */
    private static final class Sum extends FilterOutputStream {
        private final MessageDigest digest = Sha256.digest();
        private long size;

        Sum(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            digest.update((byte) b);
            size++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            digest.update(bytes, offset, length);
            size += length;
        }

        /** Returns what a line says of it. */
        String text() {
            return size + ":" + Sha256.hex(digest);
        }
    }

    /**
     * Returns where the files of the next picture go, in their order.
     *
     * @param wish is heard while one that is a pipe takes nothing
     */
    Outputs outputs(Cancellation wish) {
        var files = Outputs.files(wish);
        if (file == null) {
            return files;
        }
        written.clear();
        return new Outputs() {
            @Override
            public void check(Path picture) {
                files.check(picture);
            }

            @Override
            public void write(Path picture, WholeFile.Content content) {
                var said = new String[1];
                files.write(
                        picture,
                        to -> {
                            var sum = new Sum(to);
                            // Some write byte by byte, which are not to be summed so
                            var out = new BufferedOutputStream(sum, 1 << 16);
                            content.write(out);
                            out.flush();
                            said[0] = sum.text();
                        });
                written.add(said[0]);
            }
        };
    }

    /** A picture is complete: all of its files have their names. */
    void done(int frame) {
        if (file == null) {
            return;
        }
        var line = " " + String.join(" ", written);
        try {
            if (out == null) {
                there.put(frame, line);
                begin();
                there.clear();
                return;
            }
            // One write: else what others read, or a kill leaves, could be half a line at any time
            out.write(bytes(frame, line));
        } catch (IOException e) {
            throw new UserException(
                    "%s %s: cannot write: %s".formatted(NAME, file, WholeFile.reason(e)));
        }
    }

    /** Writes it anew, with what is there, in place of one that was. */
    private void begin() throws IOException {
        WholeFile.write(
                NAME,
                file,
                to -> {
                    var head = "azulejo-journal %s %s %d\n".formatted(VERSION, key, count);
                    to.write(head.getBytes(StandardCharsets.ISO_8859_1));
                    for (var picture : there.entrySet()) {
                        to.write(bytes(picture.getKey(), picture.getValue()));
                    }
                });
        out = Files.newOutputStream(file, StandardOpenOption.APPEND);
    }

    private static byte[] bytes(int frame, String line) {
        return (frame + line + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All pictures are there. */
    void complete() {
        if (out == null || command.batch.resume) {
            return;
        }
        try {
            // Where a system does not let go what is open
            out.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UserException(
                    "%s %s: cannot be removed: %s".formatted(NAME, file, WholeFile.reason(e)));
        }
    }

    /** Lets it go; what it says stays. */
    @Override
    public void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            throw new UserException(
                    "%s %s: cannot write: %s".formatted(NAME, file, WholeFile.reason(e)));
        }
    }
}
