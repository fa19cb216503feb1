package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * A file that a unit is done with.
 *
 * @param name what the task calls it
 * @param hash of its content
 * @param length of its content, bytes
 * @param place where it lies here
 * @param changed when that was last changed
 */
public record WorkFile(String name, ContentHash hash, long length, Path place, FileTime changed) {
    /** Looks at a file. */
    public static WorkFile of(String name, Path place) throws IOException {
        var changed = Files.getLastModifiedTime(place);
        return new WorkFile(name, ContentHash.of(place), Files.size(place), place, changed);
    }

    /** Returns the same by another name. */
    WorkFile called(String other) {
        return new WorkFile(other, hash, length, place, changed);
    }

    /** Whether nobody has changed or removed it since it was looked at. */
    public boolean isAsItWas() {
        try {
            return Files.isReadable(place)
                    && Files.size(place) == length
                    && Files.getLastModifiedTime(place).equals(changed);
        } catch (IOException e) {
            return false;
        }
    }

    NamedContent content() {
        return new NamedContent(name, hash, length);
    }
}
