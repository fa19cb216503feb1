package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.PlainText;
import dev.azulejo.scene.model.SceneException;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value in the JSON text that knows where it stands. Every reader checks type and range and fails
 * with a message that names the place, such as {@code accessors[3].count}.
 */
final class JsonView {
    private static final int MAX_QUOTED = 80;

    private final Object value;
    private final JsonView parent;
    private final String key;
    private final int index;
    private final String file;

    private JsonView(Object value, JsonView parent, String key, int index, String file) {
        this.value = value;
        this.parent = parent;
        this.key = key;
        this.index = index;
        this.file = file;
    }

    static JsonView root(Map<String, Object> object, String file) {
        return new JsonView(object, null, null, -1, file);
    }

    /** Returns an object without members that stands where another one does. */
    static JsonView empty(JsonView place) {
        return new JsonView(Map.of(), place.parent, place.key, place.index, place.file);
    }

    /** Returns an exception that says what is wrong here and what was expected. */
    SceneException fail(String what) {
        return new SceneException(PlainText.of(file + ": " + path() + ": " + what));
    }

    /** Returns an exception as {@link #fail(String)} does, with a cause. */
    SceneException fail(String what, Throwable cause) {
        return new SceneException(PlainText.of(file + ": " + path() + ": " + what), cause);
    }

    /** Returns where this stands, such as {@code meshes[0].primitives[2]}. */
    String path() {
        if (parent == null) {
            return "JSON";
        }
        String before = parent.parent == null ? "" : parent.path();
        if (key == null) {
            return before + "[" + index + "]";
        }
        return before.isEmpty() ? abbreviate(key) : before + "." + abbreviate(key);
    }

    /** Returns a text in a form short enough for a message. */
    static String abbreviate(String text) {
        return PlainText.of(
                text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…");
    }

    private Object member(String name) {
        Object found = object().get(name);
        return found == JsonTree.NULL ? null : found;
    }

    private JsonView child(String name, Object found) {
        return new JsonView(found, this, name, -1, file);
    }

    private SceneException failMember(String name, String what) {
        return child(name, null).fail(what);
    }

    @SuppressWarnings("unchecked") // JsonTree makes no other maps
    private Map<String, Object> object() {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw fail("an object expected, got " + describe(value));
    }

    private static String describe(Object value) {
        return switch (value) {
            case null -> "nothing";
            case Map<?, ?> map -> "an object";
            case List<?> list -> "an array";
            case String text -> "\"" + abbreviate(text) + "\"";
            case Double number -> numberText(number);
            case Boolean flag -> flag.toString();
            default -> "null";
        };
    }

    private static String numberText(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e18
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    /** Returns whether there is such a member. */
    boolean has(String name) {
        return member(name) != null;
    }

    /** Returns the names of the members. */
    Set<String> names() {
        return object().keySet();
    }

    /** Returns an object member, or null where there is none. */
    JsonView objectOrNull(String name) {
        Object found = member(name);
        if (found == null) {
            return null;
        }
        JsonView view = child(name, found);
        view.object();
        return view;
    }

    /** Returns an object member. */
    JsonView requireObject(String name) {
        JsonView view = objectOrNull(name);
        if (view == null) {
            throw failMember(name, "missing, an object expected");
        }
        return view;
    }

    /** Returns an extension object of this object, or null where there is none. */
    JsonView extension(String name) {
        JsonView extensions = objectOrNull("extensions");
        return extensions == null ? null : extensions.objectOrNull(name);
    }

    /** Returns an array member; an empty one where there is none. */
    JsonView array(String name) {
        Object found = member(name);
        if (found == null) {
            return child(name, List.of());
        }
        if (found instanceof List<?>) {
            return child(name, found);
        }
        throw failMember(name, "an array expected, got " + describe(found));
    }

    /** Returns how many elements this array has. */
    int size() {
        return ((List<?>) value).size();
    }

    /** Fails where this array has more than {@code max} elements. */
    void checkSize(int max) {
        if (size() > max) {
            throw fail("%,d are too many, at most %,d expected".formatted(size(), max));
        }
    }

    /** Returns an element of this array. */
    JsonView at(int i) {
        Object element = ((List<?>) value).get(i);
        return new JsonView(element == JsonTree.NULL ? null : element, this, null, i, file);
    }

    /** Returns an element of this array, or the array where it has no such: what was added. */
    JsonView atOrSelf(int i) {
        return i < size() ? at(i) : this;
    }

    /** Returns a string member, or the fallback where there is none. */
    String string(String name, String fallback) {
        Object found = member(name);
        if (found == null) {
            return fallback;
        }
        if (found instanceof String text) {
            return text;
        }
        throw failMember(name, "a string expected, got " + describe(found));
    }

    /** Returns a string member. */
    String requireString(String name) {
        String text = string(name, null);
        if (text == null) {
            throw failMember(name, "missing, a string expected");
        }
        return text;
    }

    /** Returns this value as a string. */
    String asString() {
        if (value instanceof String text) {
            return text;
        }
        throw fail("a string expected, got " + describe(value));
    }

    /** Returns a boolean member, or the fallback where there is none. */
    boolean bool(String name, boolean fallback) {
        Object found = member(name);
        if (found == null) {
            return fallback;
        }
        if (found instanceof Boolean flag) {
            return flag;
        }
        throw failMember(name, "true or false expected, got " + describe(found));
    }

    /** Returns an integer member in a range, or the fallback where there is none. */
    long integer(String name, long min, long max, long fallback) {
        Object found = member(name);
        return found == null ? fallback : child(name, found).asInteger(min, max);
    }

    /** Returns an integer member in a range. */
    long requireInteger(String name, long min, long max) {
        Object found = member(name);
        if (found == null) {
            throw failMember(name, "missing, an integer expected");
        }
        return child(name, found).asInteger(min, max);
    }

    private long asInteger(long min, long max) {
        if (!(value instanceof Double number) || number != Math.rint(number)) {
            throw fail("an integer expected, got " + describe(value));
        }
        if (number < min || number > max) {
            throw fail("%s is not in %d..%d".formatted(numberText(number), min, max));
        }
        return (long) number.doubleValue();
    }

    /**
     * Returns a member that refers to one of {@code size} things, or -1 where there is none.
     *
     * @param what the plural of what they are, for messages
     */
    int index(String name, int size, String what) {
        Object found = member(name);
        return found == null ? -1 : child(name, found).asIndex(size, what);
    }

    /** Returns a member that refers to one of {@code size} things. */
    int requireIndex(String name, int size, String what) {
        int found = index(name, size, what);
        if (found < 0) {
            throw failMember(name, "missing, an index into %s expected".formatted(what));
        }
        return found;
    }

    /** Returns this value as a reference to one of {@code size} things. */
    int asIndex(int size, String what) {
        if (!(value instanceof Double number) || number != Math.rint(number)) {
            throw fail("an index into %s expected, got %s".formatted(what, describe(value)));
        }
        if (number < 0 || number >= size) {
            throw fail(
                    "%s is no index into %s, of which there are %d"
                            .formatted(numberText(number), what, size));
        }
        return (int) number.doubleValue();
    }

    /** Returns a finite number member, or the fallback where there is none. */
    float number(String name, float fallback) {
        Object found = member(name);
        return found == null ? fallback : child(name, found).asFloat();
    }

    /** Returns a number member, or the nearest number of the range it should be in, and warns. */
    float clamped(String name, float min, float max, float fallback, Warnings warnings) {
        float number = number(name, fallback);
        float inRange = Math.max(min, Math.min(max, number));
        if (inRange != number) {
            warnings.add(
                    "%s is %s: %s is used".formatted(child(name, null).path(), number, inRange));
        }
        return inRange;
    }

    /** Returns this value as a finite float. */
    float asFloat() {
        if (!(value instanceof Double number)) {
            throw fail("a number expected, got " + describe(value));
        }
        float rounded = (float) number.doubleValue();
        if (!Float.isFinite(rounded)) {
            throw fail("%s does not fit a 32-bit float".formatted(number));
        }
        return rounded;
    }

    /** Returns a member that is an array of {@code count} numbers, or null where there is none. */
    float[] floats(String name, int count) {
        Object found = member(name);
        if (found == null) {
            return null;
        }
        JsonView array = array(name);
        if (array.size() != count) {
            throw array.fail("%d numbers expected, got %d".formatted(count, array.size()));
        }
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = array.at(i).asFloat();
        }
        return numbers;
    }
}
