package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.image.AnimationEncoder;
import dev.azulejo.scene.image.ApngEncoder;
import dev.azulejo.scene.image.GifEncoder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A file that holds all pictures of a sequence. It appears when the last one is in it.
 *
 * @param path the file
 * @param format what it is written as
 * @param size of its pictures
 * @param frames how many there are
 * @param fps how many are shown a second
 * @param alpha whether pictures are anything but opaque
 */
record MovieFile(Path path, MovieFormat format, Size size, int frames, double fps, boolean alpha) {
    /** Renders the pictures, and adds each. */
    interface Pictures {
        void render(AnimationEncoder movie);
    }

    /** Refuses what a format cannot hold, and a program that is not there. */
    void check() {
        if (alpha && format != MovieFormat.APNG) {
            throw new UserException(
                    "--background=transparent: %s has no transparency, or hardly any; .apng has"
                            .formatted(format));
        }
        if (format == MovieFormat.MP4) {
            if (size.width() % 2 != 0 || size.height() % 2 != 0) {
                throw new UserException(
                        "-o %s: a picture of %s; MP4 has even sides only".formatted(path, size));
            }
            VideoPipe.find(System.getenv("PATH"), path);
        }
    }

    /**
     * Writes the file.
     *
     * @param pictures are rendered meanwhile
     * @param wish ends it early
     */
    void write(Pictures pictures, Cancellation wish) {
        if (format == MovieFormat.MP4) {
            var program = VideoPipe.find(System.getenv("PATH"), path);
            WholeFile.writeBy(
                    "-o",
                    path,
                    file -> {
                        try (var movie = new VideoPipe(program, this, file, wish)) {
                            pictures.render(movie);
                            movie.finish();
                        }
                    });
        } else {
            WholeFile.write(
                    "-o",
                    path,
                    out -> {
                        try (var movie = encoder(out)) {
                            pictures.render(movie);
                            movie.finish();
                        }
                    },
                    wish);
        }
    }

    private AnimationEncoder encoder(OutputStream out) throws IOException {
        int threads = Runtime.getRuntime().availableProcessors();
        return format == MovieFormat.GIF
                ? new GifEncoder(out, size.width(), size.height(), fps)
                : new ApngEncoder(out, size.width(), size.height(), frames, fps, alpha, threads);
    }
}
