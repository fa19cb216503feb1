package dev.azulejo.servers.common;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** A library that is measured, and what of it cannot be. */
enum Candidate {
    JETTY("Jetty", "EPL-2.0 or Apache-2.0", "callback of each message"),
    HELIDON("Helidon", "Apache-2.0", "none: to send is to wait, in a thread for each connection"),
    JAVALIN("Javalin", "Apache-2.0", "none of its own: that of Jetty's session, which it shows"),
    VERTX("Vert.x", "EPL-2.0 or Apache-2.0", "future of each message, writeQueueFull"),
    UNDERTOW("Undertow", "Apache-2.0", "callback of each message");

    private final String title;
    private final String licence;
    private final String completion;

    Candidate(String title, String licence, String completion) {
        this.title = title;
        this.licence = licence;
        this.completion = completion;
    }

    String title() {
        return title;
    }

    private String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How its server is called and its class path, below the folder of this project. */
    List<String> program(Path home) {
        var target = home.resolve(folder()).resolve("target");
        String simple = name().charAt(0) + folder().substring(1) + "Pictures";
        return List.of(
                "-cp",
                target.resolve("classes") + File.pathSeparator + target.resolve("lib") + "/*",
                "dev.azulejo.servers." + folder() + "." + simple);
    }

    static void printHead() {
        System.out.println(
                "| server | version | jars | MB | of their classes name `Unsafe` | licence | how"
                        + " one knows that a message has left |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    }

    /** Prints its row: what it brings. */
    void print(Path home) throws IOException {
        var lib = home.resolve(folder()).resolve("target").resolve("lib").toFile();
        var jars =
                Stream.of(lib.listFiles())
                        .filter(jar -> !jar.getName().startsWith("common-"))
                        .toList();
        long bytes = jars.stream().mapToLong(File::length).sum();
        int unsafe = 0;
        for (var jar : jars) {
            unsafe += unsafe(jar);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %.1f | %d | %s | %s |%n",
                title,
                version(jars),
                jars.size(),
                bytes / 1e6,
                unsafe,
                licence,
                completion);
    }

    private String version(List<File> jars) {
        var own = folder() + "-(core-|server-|webserver-)?(\\d.*)\\.jar";
        return jars.stream()
                .map(File::getName)
                .filter(name -> name.matches(own))
                .map(name -> name.replaceAll(own, "$2"))
                .findFirst()
                .orElseThrow();
    }

    private static int unsafe(File file) throws IOException {
        int count = 0;
        try (var jar = new JarFile(file)) {
            for (var entry : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
                try (var in = jar.getInputStream(entry)) {
                    var text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                    count += text.contains("sun/misc/Unsafe") ? 1 : 0;
                }
            }
        }
        return count;
    }
}
