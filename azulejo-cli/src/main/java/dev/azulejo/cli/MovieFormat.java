package dev.azulejo.cli;

import java.util.Locale;
import java.util.Optional;

/** What a whole sequence is written as, in one file. */
enum MovieFormat {
    /** 256 colours a picture. */
    GIF,
    /** PNG with several pictures. */
    APNG,
    /** By ffmpeg, where there is one. */
    MP4;

    /** Returns the format that a file name's end stands for, if it stands for one. */
    static Optional<MovieFormat> ofName(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        for (var format : values()) {
            if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
