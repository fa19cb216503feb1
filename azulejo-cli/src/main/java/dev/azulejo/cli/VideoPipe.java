package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.image.AnimationEncoder;
import dev.azulejo.scene.image.PictureFormat;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Makes a video with ffmpeg: pictures go down a pipe to it, as they are rendered. It ends with this
 * program, and with the wish that rendering end, even if it no longer reads.
 */
final class VideoPipe implements AnimationEncoder {
    private static final int LOOK_MS = 50;
    private static final int MOST_SAID = 2000;

    /** How long it may take to end by itself when it is asked to. */
    private static final int PATIENCE_MS = 2000;

    private final Path path;
    private final Size size;
    private final Path file;
    private final Cancellation wish;
    private final Process process;
    private final OutputStream out;
    private final Thread listener;
    private final Life life = new Life();
    private final StringBuffer said = new StringBuffer();

    /**
     * Starts ffmpeg.
     *
     * @param program ffmpeg
     * @param movie what it is told of the pictures
     * @param file where it writes
     * @param wish ends it
     */
    VideoPipe(Path program, MovieFile movie, Path file, Cancellation wish) throws IOException {
        this.path = movie.path();
        this.size = movie.size();
        this.wish = wish;
        this.file = file;
        // What comes out must be an MP4 whatever the file is called, and play nearly everywhere.
        var command =
                List.of(
                        program.toString(),
                        "-hide_banner",
                        "-loglevel",
                        "error",
                        "-nostdin",
                        "-y",
                        "-f",
                        "rawvideo",
                        "-pixel_format",
                        "rgba",
                        "-video_size",
                        size.toString(),
                        "-framerate",
                        Double.toString(movie.fps()),
                        "-i",
                        "pipe:0",
                        "-an",
                        "-pix_fmt",
                        "yuv420p",
                        "-movflags",
                        "+faststart",
                        "-f",
                        "mp4",
                        file.toString());
        process = life.start(new ProcessBuilder(command).redirectErrorStream(true), path);
        out = new BufferedOutputStream(process.getOutputStream(), 1 << 16);
        listener = Thread.ofPlatform().daemon().name("azulejo-video").start(this::listen);
        Thread.ofPlatform().daemon().name("azulejo-video-watch").start(this::watch);
    }

    /**
     * Finds ffmpeg.
     *
     * @param folders to look in, as PATH names them; may be null
     * @param path what it is wanted for
     */
    static Path find(String folders, Path path) {
        for (var folder :
                (folders == null ? "" : folders).split(Pattern.quote(File.pathSeparator))) {
            for (var name : List.of("ffmpeg", "ffmpeg.exe")) {
                var program = Path.of(folder, name);
                if (!folder.isEmpty()
                        && Files.isRegularFile(program)
                        && Files.isExecutable(program)) {
                    return program;
                }
            }
        }
        throw new UserException(
                "-o %s: needs ffmpeg, and there is none on the PATH; .gif and .apng need nothing"
                        .formatted(path));
    }

    /** Keeps the end of what it says. */
    private void listen() {
        try (var in = process.getInputStream()) {
            var bytes = new byte[1024];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                said.append(new String(bytes, 0, n, StandardCharsets.UTF_8));
                said.delete(0, Math.max(0, said.length() - MOST_SAID));
            }
        } catch (IOException e) {
            // It was ended: nothing more is said.
            return;
        }
    }

    /** Ends it when that is wished, since who waits for it to read cannot look. */
    private void watch() {
        try {
            while (!process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
                if (wish.isCancelled()) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    @Override
    public void add(int[] pixels) {
        try {
            PictureFormat.RGBA.encode(pixels, size.width(), size.height(), 1, out);
        } catch (IOException e) {
            throw failure();
        }
    }

    @Override
    public void finish() {
        try {
            out.close();
        } catch (IOException e) {
            throw failure();
        }
        if (await() != 0 || isEmpty()) {
            throw failure();
        }
    }

    /** Whether it has written nothing, as if all were well. */
    private boolean isEmpty() {
        try {
            return Files.size(file) == 0;
        } catch (IOException e) {
            return true;
        }
    }

    private int await() {
        try {
            int code = process.waitFor();
            listener.join();
            return code;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new CancelledException("the video was interrupted");
        }
    }

    /** Says why it no longer reads. */
    private RuntimeException failure() {
        try {
            // It may have closed its end before it says why, and is gone
            if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int code = await();
        wish.check("the video");
        var lines = said.toString().strip().lines().toList();
        String last = lines.isEmpty() ? "" : ": " + lines.getLast().strip();
        return new UserException("-o %s: ffmpeg ended with code %d%s".formatted(path, code, last));
    }

    /** Ends it, if it has not ended. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                process.destroy();
                if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        life.end();
    }

    /** Ends the process when this program ends, even if that is while it starts. */
    private static final class Life {
        private final Thread hook = new Thread(this::kill, "azulejo-video-ended");
        private Process process;
        private boolean over;

        synchronized Process start(ProcessBuilder builder, Path path) throws IOException {
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                over = true;
            }
            if (over) {
                throw new UserException("ended before %s was written".formatted(path));
            }
            try {
                process = builder.start();
                return process;
            } finally {
                if (process == null) {
                    end();
                }
            }
        }

        /** Waits for a start that is under way: what is not there yet cannot be ended. */
        private synchronized void kill() {
            over = true;
            if (process != null) {
                process.destroyForcibly();
            }
        }

        void end() {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It is running.
                return;
            }
        }
    }
}
