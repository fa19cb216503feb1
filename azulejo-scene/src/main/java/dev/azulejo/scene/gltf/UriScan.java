package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.Cancellation;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds what a model names, its buffers and images, by going through its JSON once: it keeps one
 * name at a time, so that what takes memory to load, or is no model at all, takes none to look at.
 * Of damaged JSON it finds what comes before the damage, or more. A parser's tokens would not do:
 * it holds a string whole before anybody can tell a {@code data:} URI, of any length, from a name.
 *
 * <p>In: JSON text in any encoding that JSON may have. Out: strings of {@code buffers[].uri} and
 * {@code images[].uri} that are not {@code data:} URIs. Source: glTF 2.0, sections 5.10 and 5.18;
 * RFC 8259.
 */
final class UriScan {
    private static final Set<String> LISTS = Set.of("buffers", "images");

    /** Characters of a key that is told from others. */
    private static final int LONGEST_KEY = 16;

    /** Characters of a name: no system has longer paths, with each of their bytes escaped. */
    private static final int LONGEST_URI = 1 << 16;

    /** A list's objects are so deep. */
    private static final int MEMBERS = 3;

    private final Reader in;
    private final Runnable goOn;
    private final char[] buffer = new char[1 << 15];
    private int at;
    private int end;

    /** Of the outermost containers, whether each is an object. */
    private final boolean[] object = new boolean[MEMBERS + 1];

    private int depth;

    /** Whether the next string is a key. */
    private boolean key;

    /** Whether it is within a list that names files. */
    private boolean inList;

    private String rootKey;
    private String memberKey;

    private UriScan(Reader in, Runnable goOn) {
        this.in = in;
        this.goOn = goOn;
    }

    /**
     * Goes through JSON text.
     *
     * @param in where it begins; is not closed
     * @param most bytes that are looked at
     * @param cancellation ends it early
     * @param what the work, for that
     * @param named is told each name as it comes, the same ones again
     * @throws dev.azulejo.core.cancel.CancelledException if it was ended early
     */
    static void scan(
            InputStream in,
            long most,
            Cancellation cancellation,
            String what,
            Consumer<String> named)
            throws IOException {
        var bounded = new Bounded(in, most);
        byte[] head = bounded.readNBytes(4);
        var all = new SequenceInputStream(new ByteArrayInputStream(head), bounded);
        var reader = new InputStreamReader(all, encoding(head));
        new UriScan(reader, () -> cancellation.check(what)).run(named);
    }

    /** Returns how text is encoded whose first character is one of ASCII, or a byte order mark. */
    private static Charset encoding(byte[] head) {
        if (head.length < 4) {
            return StandardCharsets.UTF_8;
        }
        if (head[0] == 0 && head[1] == 0) {
            return StandardCharsets.UTF_32BE;
        }
        if (head[2] == 0 && head[3] == 0) {
            return StandardCharsets.UTF_32LE;
        }
        if (head[0] == 0 || head[0] == (byte) 0xfe) {
            return StandardCharsets.UTF_16BE;
        }
        return head[1] == 0 || head[0] == (byte) 0xff
                ? StandardCharsets.UTF_16LE
                : StandardCharsets.UTF_8;
    }

    private void run(Consumer<String> named) throws IOException {
        for (int c = next(); c >= 0; c = next()) {
            switch (c) {
                case '{', '[' -> open(c == '{');
                case '}', ']' -> {
                    depth--;
                    key = false;
                }
                case ',' -> key = depth <= MEMBERS && object[depth];
                case ':' -> key = false;
                case '"' -> string(named);
                default -> {
                    // Numbers, words and space, which nobody asks for
                }
            }
            boolean begins = depth > 0 || c <= ' ' && c >= 0 || c == 0xfeff;
            if (!begins || depth == 1 && !object[1]) {
                return;
            }
        }
    }

    private void open(boolean isObject) {
        depth++;
        key = isObject;
        if (depth <= MEMBERS) {
            object[depth] = isObject;
            memberKey = null;
        }
        if (depth == 2) {
            inList = !isObject && LISTS.contains(String.valueOf(rootKey));
        }
    }

    private void string(Consumer<String> named) throws IOException {
        if (depth == 1 && key) {
            rootKey = text(LONGEST_KEY);
        } else if (depth == MEMBERS && inList && object[MEMBERS] && key) {
            memberKey = text(LONGEST_KEY);
        } else if (depth == MEMBERS && inList && "uri".equals(memberKey)) {
            var uri = text(LONGEST_URI);
            if (uri != null && !SourceFiles.isDataUri(uri)) {
                named.accept(uri);
            }
        } else {
            text(0);
        }
    }

    /** Goes to the end of a string, and returns it; null if it is longer, or damaged. */
    private String text(int longest) throws IOException {
        var text = new StringBuilder();
        boolean fits = true;
        for (int c = next(); c >= 0; c = next()) {
            if (c == '"') {
                return fits ? text.toString() : null;
            }
            int meant = c == '\\' ? escaped() : c;
            fits &= meant >= 0 && text.length() < longest;
            if (fits) {
                text.append((char) meant);
            }
        }
        return null;
    }

    /** Returns what an escape stands for, or -1. */
    private int escaped() throws IOException {
        int c = next();
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(Math.max(0, next()), 16);
                    code = digit < 0 || code < 0 ? -1 : code << 4 | digit;
                }
                yield code;
            }
            default -> c;
        };
    }

    private int next() throws IOException {
        if (at == end) {
            goOn.run();
            at = 0;
            end = Math.max(0, in.read(buffer));
        }
        return at < end ? buffer[at++] : -1;
    }

    /** So many bytes of a stream, and no more. */
    private static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long most) {
            super(in);
            left = most;
        }

        @Override
        public int read() throws IOException {
            return left-- > 0 ? super.read() : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int count = super.read(to, offset, (int) Math.min(left, length));
            left -= Math.max(0, count);
            return count;
        }
    }
}
