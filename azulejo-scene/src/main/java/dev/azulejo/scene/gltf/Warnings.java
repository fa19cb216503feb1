package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.PlainText;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers warnings: each once, and not more than a person reads. */
final class Warnings {
    private static final int MOST = 50;

    private final Set<String> texts = new LinkedHashSet<>();
    private int more;

    /** Adds a warning; what a file says in it cannot look like anything but text. */
    void add(String warning) {
        String text = PlainText.of(warning);
        if (texts.size() < MOST) {
            texts.add(text);
        } else if (!texts.contains(text)) {
            more++;
        }
    }

    List<String> list() {
        List<String> list = new ArrayList<>(texts);
        if (more > 0) {
            list.add("and %,d more warnings".formatted(more));
        }
        return list;
    }
}
