package dev.azulejo.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What there may be beside a picture: arbitrary output variables, as renderers call them. */
enum Aov {
    /** How far away what is seen is. */
    DEPTH,
    /** Which way it faces. */
    NORMAL,
    /** Which part of the scene it is. */
    ID;

    /** Returns where it goes beside a picture. */
    Path file(Path picture) {
        return beside(picture, name().toLowerCase(Locale.ROOT) + ".png");
    }

    /** Returns where numbers go that pictures have no room for. */
    static Path numbers(Path picture) {
        return beside(picture, "aov.json");
    }

    /** Returns all files beside a picture. */
    static List<Path> files(Set<Aov> aovs, Path picture) {
        var files = new ArrayList<Path>();
        aovs.forEach(aov -> files.add(aov.file(picture)));
        if (aovs.contains(DEPTH) || aovs.contains(ID)) {
            files.add(numbers(picture));
        }
        return files;
    }

    private static Path beside(Path picture, String end) {
        String name = picture.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return picture.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + "." + end);
    }
}
