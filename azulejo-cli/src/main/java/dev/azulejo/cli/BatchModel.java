package dev.azulejo.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A model of a batch, and what is to be made of it.
 *
 * @param source what names it: a file or a built-in scene
 * @param pictures all of its pictures
 */
record BatchModel(String source, List<Picture> pictures) {
    /**
     * A picture to be made.
     *
     * @param size of a view
     * @param camera from where it is taken, as of --camera; null if nobody says
     * @param file where it goes
     * @param beside files that are made with it
     */
    record Picture(Size size, String camera, Path file, List<Path> beside) {
        /** Returns all files. */
        List<Path> files() {
            return Stream.concat(Stream.of(file), beside.stream()).toList();
        }
    }

    /** Returns the files of all pictures. */
    List<String> files() {
        return pictures.stream()
                .flatMap(picture -> picture.files().stream())
                .map(Path::toString)
                .toList();
    }

    /** Returns the pictures that are not there whole, or not newer than the model. */
    List<Picture> missing() {
        return pictures.stream()
                .filter(picture -> !picture.files().stream().allMatch(this::isDone))
                .toList();
    }

    private boolean isDone(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return false;
            }
            var made = Files.getLastModifiedTime(file);
            boolean isNewer =
                    SceneFiles.isBuiltIn(source)
                            || made.compareTo(Files.getLastModifiedTime(SceneFiles.path(source)))
                                    > 0;
            return isNewer && WrittenFile.isWhole(file);
        } catch (IOException | UserException e) {
            // Whoever renders it will say what is wrong with it.
            return false;
        }
    }
}
