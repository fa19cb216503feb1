package dev.azulejo.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Puts the arguments that a file holds into the place of {@code @FILE}. They are separated by white
 * space, of which quotes, single or double, keep what is between them; {@code #} where an argument
 * would begin makes the rest of a line a comment, and nothing else is special. {@code @@NAME} is
 * the argument {@code @NAME}.
 *
 * <p>The parser has a way of its own, which takes a file that is not there for an argument, ends an
 * argument at a quote, and throws what nobody turns into a line.
 */
final class ArgumentFiles {
    /** Bytes of all files together. */
    private static final int MOST_BYTES = 16 << 20;

    private final List<String> arguments = new ArrayList<>();

    /** Files that are being read, the innermost first. */
    private final Deque<Path> open = new ArrayDeque<>();

    /** Bytes that may still be read. */
    private int left = MOST_BYTES;

    private ArgumentFiles() {}

    /** Returns arguments with those of files in their place. */
    static String[] expand(String... arguments) {
        var files = new ArgumentFiles();
        for (var argument : arguments) {
            files.add(argument);
        }
        return files.arguments.toArray(String[]::new);
    }

    private void add(String argument) {
        if (argument.startsWith("@@")) {
            arguments.add(argument.substring(1));
        } else if (argument.length() > 1 && argument.startsWith("@")) {
            read(argument.substring(1));
        } else {
            arguments.add(argument);
        }
    }

    private void read(String name) {
        Path file;
        String text;
        try {
            file = Path.of(name).toAbsolutePath().normalize();
            if (!Files.exists(file)) {
                throw refused(name, "there is no such file of arguments");
            }
            // Nothing else has an end for sure
            if (!Files.isRegularFile(file)) {
                throw refused(name, "not a file of arguments");
            }
            text = text(name, bytes(name, file));
        } catch (InvalidPathException e) {
            throw refused(name, e.getReason());
        } catch (IOException e) {
            throw refused(name, "cannot be read: " + WholeFile.reason(e));
        }
        if (open.contains(file)) {
            throw refused(name, "names itself");
        }
        open.push(file);
        split(name, text);
        open.pop();
    }

    /** Reads a file, which may be longer than it says. */
    private byte[] bytes(String name, Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            byte[] read = in.readNBytes(left + 1);
            left -= read.length;
            if (left < 0) {
                throw refused(
                        name, "more than %,d bytes of arguments in files".formatted(MOST_BYTES));
            }
            return read;
        }
    }

    private static String text(String name, byte[] read) {
        String text;
        try {
            var decoder = StandardCharsets.UTF_8.newDecoder();
            text = decoder.decode(ByteBuffer.wrap(read)).toString();
        } catch (CharacterCodingException e) {
            throw refused(name, "holds no text in UTF-8");
        }
        if (text.indexOf('\0') >= 0) {
            throw refused(name, "holds no text");
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private void split(String name, String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else {
                at = argument(name, text, at);
            }
        }
    }

    /** Takes in an argument, and returns where it ends. */
    private int argument(String name, String text, int begin) {
        var argument = new StringBuilder();
        int at = begin;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                int end = text.indexOf(c, at + 1);
                if (end < 0) {
                    long line = text.substring(0, at).lines().count();
                    throw refused(name, "line %d: a quote without its end".formatted(line));
                }
                argument.append(text, at + 1, end);
                at = end + 1;
            } else {
                argument.append(c);
                at++;
            }
        }
        // What is quoted as a whole names no file
        if (text.charAt(begin) == '@') {
            add(argument.toString());
        } else {
            arguments.add(argument.toString());
        }
        return at;
    }

    private static UserException refused(String name, String why) {
        return new UserException(
                "@%s: %s; an argument that begins with @ is written @@%s"
                        .formatted(name, why, name));
    }
}
