package dev.azulejo.scene.service;

import dev.azulejo.scene.model.Scene;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How much memory a scene takes: everything that can be reached from it, whatever that is, so that
 * nothing a model may hold is left out. Large arrays that several share count once.
 */
final class SceneSize {
    /** Header of an object or array, and a reference, bytes: where pointers are not compressed. */
    private static final long HEADER = 16;

    private static final long FIELD = 8;

    /** Arrays of fewer elements count each time that they are met. */
    private static final int LARGE = 64;

    private final ArrayDeque<Object> open = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();

    private SceneSize() {}

    /** Returns the bytes, about. */
    static long bytes(Scene scene) {
        var size = new SceneSize();
        size.open.push(scene);
        long bytes = 0;
        while (!size.open.isEmpty()) {
            bytes += size.own(size.open.pop());
        }
        return bytes;
    }

    /** Returns what an object takes by itself, and notes what it refers to. */
    private long own(Object object) {
        return switch (object) {
            case String text -> HEADER + FIELD + HEADER + 2L * text.length();
            case Number number -> HEADER + FIELD;
            case Boolean flag -> 0;
            case Enum<?> constant -> 0;
            case Optional<?> perhaps -> HEADER + FIELD + all(perhaps.stream().toList());
            case Map<?, ?> map -> HEADER + 4 * FIELD + all(map.keySet()) + all(map.values());
            case Collection<?> list -> 2 * HEADER + FIELD + all(list);
            default -> object.getClass().isArray() ? array(object) : members(object);
        };
    }

    private long all(Collection<?> elements) {
        elements.forEach(this::note);
        return FIELD * elements.size();
    }

    private void note(Object object) {
        if (object != null) {
            open.push(object);
        }
    }

    private long array(Object array) {
        int length = Array.getLength(array);
        if (length >= LARGE && !seen.add(array)) {
            return 0;
        }
        if (array instanceof Object[] elements) {
            for (var element : elements) {
                note(element);
            }
        }
        return HEADER + (long) length * width(array.getClass().getComponentType());
    }

    private static long width(Class<?> type) {
        if (type == byte.class || type == boolean.class) {
            return 1;
        }
        if (type == short.class || type == char.class) {
            return 2;
        }
        return type == int.class || type == float.class ? 4 : FIELD;
    }

    private long members(Object object) {
        var members = fields.computeIfAbsent(object.getClass(), SceneSize::members);
        try {
            for (var field : members) {
                if (!field.getType().isPrimitive()) {
                    note(field.get(object));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("scenes are made of this module's classes", e);
        }
        return HEADER + FIELD * members.size();
    }

    private static List<Field> members(Class<?> type) {
        var members = new ArrayList<Field>();
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            for (var field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    members.add(field);
                }
            }
        }
        return members;
    }
}
