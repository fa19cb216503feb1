package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A browser of the Chromium family, without a window: the one that {@code -Dazulejo.browser=FILE}
 * names, else one that is installed. Where there is none, or it does not answer, tests that need
 * one are skipped, and a line says so; one that was named must be there and answer.
 */
final class Browser {
    private static final String PROPERTY = "azulejo.browser";
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private Browser() {}

    private static Optional<Path> installed() {
        var folders = Pattern.compile(File.pathSeparator).splitAsStream(System.getenv("PATH"));
        return folders.filter(folder -> !folder.isBlank())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether a condition holds that tests need; if not, they fail or are skipped with a line. */
    private static void need(boolean holds, String what) {
        if (System.getProperty(PROPERTY) != null) {
            assertThat(holds).as(what).isTrue();
        }
        if (!holds) {
            System.err.printf(
                    "azulejo: SKIPPED: what pages do in a browser (%s); -D%s=FILE names one%n",
                    what, PROPERTY);
        }
        assumeThat(holds).as(what).isTrue();
    }

    /**
     * Opens a page, and waits until the browser has ended.
     *
     * @param folder for its profile and what it writes
     * @param page a file
     * @param options besides those that every page needs
     * @return what it wrote
     */
    static String open(Path folder, Path page, String... options)
            throws IOException, InterruptedException {
        var named = Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
        var browser = named.or(Browser::installed);
        need(browser.isPresent() && Files.isExecutable(browser.get()), "there is none");
        var written = folder.resolve("written.txt");
        var command =
                Stream.of(
                                List.of(
                                        browser.orElseThrow().toString(),
                                        "--headless",
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--hide-scrollbars",
                                        "--window-size=1200,1600",
                                        "--user-data-dir=" + folder.resolve("profile")),
                                List.of(options),
                                List.of("file://" + page))
                        .flatMap(List::stream)
                        .toList();
        var process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .redirectOutput(written.toFile())
                        .start();
        try {
            need(process.waitFor(300, TimeUnit.SECONDS), "it does not answer");
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(written);
    }
}
