package dev.azulejo.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A small file system in memory, which the system mounts: one that can be full for real. */
final class SmallDisk implements AutoCloseable {
    /** What it gives out, bytes. */
    static final int PAGE = 4096;

    private static final int PAGES = 64;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts one at a folder; the test is skipped where that is not allowed. */
    static SmallDisk mount(Path folder) throws IOException {
        int code = -1;
        try {
            var size = "size=" + PAGES * PAGE;
            code = run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder.toString());
        } catch (IOException e) {
            assumeTrue(false, "no full disk was tested: there is no mount here: " + e);
        }
        assumeTrue(code == 0, "no full disk was tested: to mount a tmpfs is root's");
        return new SmallDisk(folder);
    }

    private static int run(String... command) throws IOException {
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return process.onExit().join().exitValue();
    }

    /** Fills it with a file, but for so many pages. */
    void fillBut(int pages) throws IOException {
        var filler = folder.resolve("filler");
        int written = 0;
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[PAGE]);
                written++;
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
        }
        try (var channel = FileChannel.open(filler, StandardOpenOption.WRITE)) {
            channel.truncate((long) (written - pages) * PAGE);
        }
    }

    /** There is room again. */
    void clear() throws IOException {
        Files.delete(folder.resolve("filler"));
    }

    /** Unmounts it. */
    @Override
    public void close() throws IOException {
        run("umount", "-l", folder.toString());
    }
}
