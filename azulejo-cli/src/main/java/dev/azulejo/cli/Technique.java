package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a {@link Comparison} compares: the rows and the columns of its table, and what is made
 * beside it.
 */
interface Technique {
    /** Returns the heading of the settings' names. */
    String heading();

    /** Returns the settings in the order of their rows; the others are held against the first. */
    Map<String, DeviceOptions> settings();

    /** Returns the settings that have a row only if they are asked for. */
    default Set<String> onRequest() {
        return Set.of();
    }

    /** Returns the columns between the settings' names and whether their bytes are the same. */
    List<Column> columns();

    /** Returns what pictures of {@code --heatmaps} may be called, without an extension. */
    default List<String> heatMaps() {
        return List.of();
    }

    /** Loads what is rendered, once all options are known to be right. */
    void load();

    /** Makes what renders a setting's frames; called in the order of the rows. */
    FrameSource open(String setting, DeviceOptions options);

    /** A frame begins, which all settings will render. */
    default void begin(int frame) {}

    /** All settings have rendered a frame. */
    default void end(int frame) {}

    /** All frames are measured; the sources are still open. */
    default void finish() {}

    /** Returns lines that stand below the table. */
    default List<String> notes(List<Measurement> rows) {
        return List.of();
    }

    /** Writes files with the table, headings and rule first. */
    default void write(List<List<String>> table, List<Measurement> rows) {}
}
