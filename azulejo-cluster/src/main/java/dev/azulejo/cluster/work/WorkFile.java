package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a unit is done with.
 *
 * @param name what the task calls it
 * @param hash of its content
 * @param length of its content, bytes
 * @param place where it lies here
 */
public record WorkFile(String name, ContentHash hash, long length, Path place) {
    /** Looks at a file. */
    public static WorkFile of(String name, Path place) throws IOException {
        return new WorkFile(name, ContentHash.of(place), Files.size(place), place);
    }

    NamedContent content() {
        return new NamedContent(name, hash, length);
    }
}
