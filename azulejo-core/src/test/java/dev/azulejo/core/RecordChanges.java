package dev.azulejo.core;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Records that differ from a given one in just one component, however deep it lies: found by
 * reflection, so that a new component brings its own changes.
 */
public final class RecordChanges {
    /**
     * A change.
     *
     * @param path names of components, from the outermost; elements of lists have no number
     * @param value the changed record
     */
    public record Change<T>(String path, T value) {}

    private final Function<Object, List<?>> others;
    private final Set<String> paths = new LinkedHashSet<>();

    /**
     * Makes one.
     *
     * @param otherValues asked first about each value: other ones of its kind, or null where what
     *     is known of numbers, constants, records and lists shall do
     */
    public RecordChanges(Function<Object, List<?>> otherValues) {
        others = otherValues;
    }

    /** Paths of all components that were met, also of those of which no other value is allowed. */
    public Set<String> paths() {
        return paths;
    }

    /** Finds all changes of a record that its constructor allows. */
    public <R extends Record> List<Change<R>> of(String path, R record) {
        var changes = new ArrayList<Change<R>>();
        var components = record.getClass().getRecordComponents();
        for (int c = 0; c < components.length; c++) {
            Object value = read(components[c], record);
            for (var other : alternatives(path + "." + components[c].getName(), value)) {
                R changed = with(record, components, c, other.value());
                if (changed != null) {
                    changes.add(new Change<>(other.path(), changed));
                }
            }
        }
        return changes;
    }

    private List<Change<?>> alternatives(String path, Object value) {
        var known = others.apply(value);
        if (known == null && value instanceof Record record) {
            return List.copyOf(of(path, record));
        }
        paths.add(path);
        var changes = new ArrayList<Change<?>>();
        if (known == null && value instanceof List<?> list) {
            for (int e = 0; e < list.size(); e++) {
                for (var other : alternatives(path, list.get(e))) {
                    var changed = new ArrayList<Object>(list);
                    changed.set(e, other.value());
                    changes.add(new Change<>(other.path(), changed));
                }
            }
            if (!list.isEmpty()) {
                changes.add(new Change<>(path, list.subList(0, list.size() - 1)));
            }
            return changes;
        }
        for (Object other : known != null ? known : plain(path, value)) {
            if (!other.equals(value)) {
                changes.add(new Change<>(path, other));
            }
        }
        return changes;
    }

    private static List<?> plain(String path, Object value) {
        return switch (value) {
            case Boolean b -> List.of(!b);
            case Integer i -> List.of(i + 1, i - 1, i + 2, i + 4, i / 2, 2 * i, 0, 1);
            case Long l -> List.of(l ^ 1, l + 1);
            case Float f -> List.of(f + 0.3f, f - 0.3f, f + 7, f - 7, f / 2, 2 * f, 0f, 0.5f, 1f);
            case Enum<?> e -> Arrays.asList(e.getDeclaringClass().getEnumConstants());
            case String s -> List.of(s + "'");
            default ->
                    throw new IllegalStateException(
                            "%s: no other values are known of a %s"
                                    .formatted(path, value.getClass().getName()));
        };
    }

    private static Object read(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The record with another component; null if its constructor refuses. */
    @SuppressWarnings("unchecked")
    private static <R extends Record> R with(
            R record, RecordComponent[] components, int changed, Object value) {
        var types = new Class<?>[components.length];
        var values = new Object[components.length];
        for (int c = 0; c < components.length; c++) {
            types[c] = components[c].getType();
            values[c] = c == changed ? value : read(components[c], record);
        }
        try {
            Constructor<?> made = record.getClass().getDeclaredConstructor(types);
            made.setAccessible(true);
            return (R) made.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return null;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
