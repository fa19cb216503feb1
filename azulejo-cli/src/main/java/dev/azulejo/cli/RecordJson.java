package dev.azulejo.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.scene.environment.Environment;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Locale;

/** Records as JSON, made from their components, so that none is forgotten. */
final class RecordJson {
    private RecordJson() {}

    /**
     * Adds a field for each component, and for each of the records in it; a record that is one of
     * several kinds also says which, as {@code kind}.
     */
    static void put(ObjectNode object, Record record) {
        for (var component : record.getClass().getRecordComponents()) {
            String name = snake(component.getName());
            Object value = value(component, record);
            switch (value) {
                case null -> object.putNull(name);
                case Environment e -> object.put(name, e.name());
                case Boolean b -> object.put(name, b);
                case Integer i -> object.put(name, i);
                case Long l -> object.put(name, l);
                case Float f -> object.put(name, f);
                case Double d -> object.put(name, d);
                case String s -> object.put(name, s);
                case Enum<?> e -> object.put(name, lower(e));
                case Collection<?> constants -> {
                    var array = object.putArray(name);
                    constants.forEach(c -> add(array, c));
                }
                case Record inner -> {
                    var node = object.putObject(name);
                    if (component.getType().isSealed()) {
                        node.put("kind", snake(inner.getClass().getSimpleName()));
                    }
                    put(node, inner);
                }
                default ->
                        throw new IllegalStateException(
                                "%s: a %s has no form in a report"
                                        .formatted(name, value.getClass().getName()));
            }
        }
    }

    private static void add(ArrayNode array, Object value) {
        if (value instanceof Integer number) {
            array.add(number);
        } else if (value instanceof Record record) {
            put(array.addObject(), record);
        } else {
            array.add(lower((Enum<?>) value));
        }
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("components of public records can be read", e);
        }
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** As names are written in reports: {@code tile_size}. */
    static String snake(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}
