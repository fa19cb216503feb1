package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What becomes of files: whole or not at all, and never in place of what is none. */
@Timeout(60)
class WholeFileTest {
    @TempDir Path folder;

    private static void write(Path path, String text) {
        WholeFile.write("-o", path, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void assertFiles(String... names) throws IOException {
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(names);
        }
    }

    private static void fails(Path path, IOException thrown, String why) {
        assertThatThrownBy(
                        () ->
                                WholeFile.write(
                                        "-o",
                                        path,
                                        out -> {
                                            out.write(1);
                                            throw thrown;
                                        }))
                .isInstanceOf(UserException.class)
                .hasMessage("-o %s: cannot write: %s", path, why);
    }

    @Test
    void wholeOrNotAtAll() throws IOException {
        Path file = folder.resolve("a");
        fails(file, new IOException("No space left on device"), "no space left");
        assertFiles();
        write(file, "first");
        fails(file, new AccessDeniedException("x"), "permission denied");
        fails(file, new FileSystemException("x", null, "Quota exceeded"), "Quota exceeded");
        assertThat(file).hasContent("first");
        assertFiles("a");
    }

    /**
     * Two that write the same file at once, in this process or in others, have files of their own.
     */
    @Test
    void whoWritesTheSameFileAtOnceIsNotInTheWay() throws IOException {
        Path file = folder.resolve("a");
        var inside = new HashSet<String>();
        WholeFile.write(
                "-o",
                file,
                out -> {
                    out.write(new byte[1 << 17]);
                    inside.addAll(List.of(folder.toFile().list()));
                    write(file, "second");
                    assertThat(file).hasContent("second");
                    fails(file, new IOException("no"), "no");
                    assertFiles("a", inside.iterator().next());
                });
        assertThat(inside).hasSize(1);
        // A number that another process cannot guess: its own may be the same in a container.
        assertThat(inside).allMatch(name -> name.matches("\\.azulejo-\\d+-[0-9a-f]{16}\\.part"));
        assertThat(Files.size(file)).isEqualTo(1 << 17);
        assertFiles("a");
    }

    @Test
    void linksStayAndWhatTheyLeadToIsWritten() throws IOException {
        Path real = folder.resolve("real");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
        write(link, "through a link to nothing yet");
        write(link, "again");
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(real).hasContent("again");
        assertFiles("real", "link");
    }

    @Test
    void aPipeStaysAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        Assumptions.assumeTrue(makePipe(pipe), "mkfifo");
        // A thread of its own: it waits for somebody to write.
        var read =
                CompletableFuture.supplyAsync(
                        () -> {
                            try (var in = Files.newInputStream(pipe)) {
                                return new String(in.readNBytes(5), StandardCharsets.UTF_8);
                            } catch (IOException e) {
                                return e.toString();
                            }
                        },
                        work -> Thread.ofPlatform().daemon().start(work));
        write(pipe, "hello");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(read.get()).isEqualTo("hello");
        assertFiles("pipe");
    }

    private static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void longNamesAreWritten() {
        Path file = folder.resolve("n".repeat(240) + ".png");
        write(file, "text");
        assertThat(file).hasContent("text");
    }

    @Test
    void whatAKilledRunLeftIsRemoved() throws IOException {
        long nobody = 4_000_000_000L;
        long here = ProcessHandle.current().pid();
        var old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        for (String name :
                new String[] {
                    ".azulejo-%d-1.part".formatted(nobody),
                    ".azulejo-%d-00c0ffee00c0ffee.part".formatted(nobody),
                    ".azulejo-%d-9999.part".formatted(here),
                    ".azulejo-x.part",
                    "mine.part"
                }) {
            Files.setLastModifiedTime(Files.createFile(folder.resolve(name)), old);
        }
        // Somebody on another machine may be at it.
        Files.createFile(folder.resolve(".azulejo-%d-2.part".formatted(nobody)));
        write(folder.resolve("a"), "text");
        assertFiles(
                "a",
                ".azulejo-%d-2.part".formatted(nobody),
                ".azulejo-%d-9999.part".formatted(here),
                ".azulejo-x.part",
                "mine.part");
        // A run looks once: else a folder of many pictures is gone through for each of them
        var later = folder.resolve(".azulejo-%d-3.part".formatted(nobody));
        Files.setLastModifiedTime(Files.createFile(later), old);
        write(folder.resolve("a"), "again");
        assertThat(later).exists();
    }

    // What the command line refuses

    private static final String MODEL =
            """
            {"asset":{"version":"2.0"}}\
            """;

    private void refused(String expected, String... arguments) {
        var result = CommandRun.run(arguments);
        assertThat(result).startsWith("2\nazulejo: ").contains(expected);
    }

    @Test
    void aPictureDoesNotTakeThePlaceOfItsScene() throws IOException {
        Path model = Files.writeString(folder.resolve("m.gltf"), MODEL);
        Path link = Files.createSymbolicLink(folder.resolve("l.png"), Path.of("m.gltf"));
        for (Path output : new Path[] {model, link, folder.resolve("./m.gltf")}) {
            refused(
                    "-o %s: is the same file as the scene".formatted(output),
                    "render",
                    model.toString(),
                    "-o",
                    output.toString());
        }
        Path numbered = Files.writeString(folder.resolve("p0001.gltf"), MODEL);
        refused(
                "-o %s: is the same file as the scene".formatted(numbered),
                "render",
                numbered.toString(),
                "-o",
                folder.resolve("p.gltf").toString(),
                "--frames",
                "3",
                "--turntable");
        assertThat(model).hasContent(MODEL);
    }

    @Test
    void aReportIsNotThePictureAndHasAFolder() throws IOException {
        String picture = folder.resolve("a.png").toString();
        refused(
                "--report %s/./a.png: is the same file as -o %s".formatted(folder, picture),
                "render",
                "demo:teapot",
                "-o",
                picture,
                "--report",
                folder + "/./a.png");
        refused(
                "--report %s/no/r.json: the folder %s/no does not exist".formatted(folder, folder),
                "render",
                "no-such-model.glb",
                "-o",
                picture,
                "--report",
                folder + "/no/r.json");
        assertFiles();
    }
}
