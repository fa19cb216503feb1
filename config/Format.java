import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats every Java source below the given folder with google-java-format (AOSP variant), or
 * checks that it is formatted. Runs in a JDK 25 of its own, because the formatter parses with the
 * compiler of the JDK it runs on and Maven may run on an older one.
 *
 * <p>Arguments: {@code check} or {@code apply}, and the root of the project.
 */
public final class Format {
    private Format() {}

    public static void main(String[] arguments) throws IOException {
        boolean apply = arguments[0].equals("apply");
        Path root = Path.of(arguments[1]);
        var formatter =
                new Formatter(
                        JavaFormatterOptions.builder()
                                .style(JavaFormatterOptions.Style.AOSP)
                                .build());
        var changed = new ArrayList<Path>();
        int broken = 0;
        for (Path file : sources(root)) {
            String before = Files.readString(file);
            try {
                String after = formatter.formatSourceAndFixImports(before);
                if (!after.equals(before)) {
                    changed.add(root.relativize(file));
                    if (apply) {
                        Files.writeString(file, after);
                    }
                }
            } catch (FormatterException e) {
                broken++;
                System.err.println(root.relativize(file) + ":" + e.getMessage());
            }
        }
        for (Path file : changed) {
            System.err.println((apply ? "formatted " : "not formatted: ") + file);
        }
        if (!apply && !changed.isEmpty()) {
            System.err.println("./mvnw -q -N verify -Dazulejo.format=apply formats them");
        }
        System.exit(broken > 0 || !apply && !changed.isEmpty() ? 1 : 0);
    }

    private static List<Path> sources(Path root) throws IOException {
        var files = new ArrayList<Path>();
        try (var folders =
                Files.newDirectoryStream(root, "{azulejo-*,bench,config,examples,.ci}")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder)) {
                    try (var all = Files.walk(folder)) {
                        all.filter(file -> file.toString().endsWith(".java"))
                                .filter(file -> !isBuilt(root.relativize(file)))
                                .forEach(files::add);
                    }
                }
            }
        }
        files.sort(null);
        return files;
    }

    private static boolean isBuilt(Path file) {
        for (Path part : file) {
            if (part.toString().equals("target")) {
                return true;
            }
        }
        return false;
    }
}
