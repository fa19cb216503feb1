package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;

import java.nio.file.Path;

/** Where pictures go, and what is made beside them. */
interface Outputs {
    /**
     * Into files, whole or not at all.
     *
     * @param wish is heard while one that is a pipe takes nothing
     */
    static Outputs files(Cancellation wish) {
        return new Outputs() {
            @Override
            public void check(Path file) {
                WholeFile.check("-o", file);
            }

            @Override
            public void write(Path file, WholeFile.Content content) {
                WholeFile.write("-o", file, content, wish);
            }
        };
    }

    /** Refuses a file that cannot be written. */
    void check(Path file);

    /** Takes what a file is to hold. */
    void write(Path file, WholeFile.Content content);
}
