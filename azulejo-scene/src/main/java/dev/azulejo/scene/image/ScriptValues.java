package dev.azulejo.scene.image;

import run.endive.runtime.Memory;

import java.util.ArrayList;
import java.util.List;

/**
 * A script's values as a module linked by Emscripten sees them: numbers, strings and arrays of
 * bytes behind handles, and the few things that it does with them to copy bytes between an array of
 * its caller's and its memory. Handles are valid as long as this.
 */
final class ScriptValues {
    /** Handles below are of constants such as {@code undefined}. */
    private static final int FIRST_HANDLE = 10;

    /** What each argument takes where several are passed in memory, in bytes. */
    private static final int ARGUMENT_BYTES = 8;

    /** What a value may be beside a number, a string and an array. */
    private enum Known {
        /** The array of bytes that all memory is. */
        HEAP,
        /** What its bytes lie in. */
        BUFFER,
        /** What makes arrays of bytes. */
        ARRAY_MAKER
    }

    /** An array of bytes that is a part of the memory. */
    private record Part(int from, int length) {}

    private final List<Object> values = new ArrayList<>();

    /** Types of what is returned and of arguments, of each way of calling. */
    private final List<int[]> callers = new ArrayList<>();

    /** The type whose values are handles. */
    private int handleType;

    ScriptValues() {
        for (int i = 0; i < FIRST_HANDLE; i++) {
            values.add(null);
        }
    }

    void setHandleType(int type) {
        handleType = type;
    }

    /** Returns a handle of a value. */
    int handle(Object value) {
        values.add(value);
        return values.size() - 1;
    }

    /** Returns a handle of something that the script's surroundings have. */
    int named(String name) {
        return switch (name) {
            case "HEAP8" -> handle(Known.HEAP);
            case "Uint8Array" -> handle(Known.ARRAY_MAKER);
            default -> throw unknown(name);
        };
    }

    /** Returns a handle of a property of a value. */
    int property(int handle, int name) {
        Object value = values.get(handle);
        String key = (String) values.get(name);
        if (value instanceof byte[] bytes) {
            switch (key) {
                case "length", "byteLength" -> {
                    return handle(bytes.length);
                }
                case "constructor" -> {
                    return handle(Known.ARRAY_MAKER);
                }
                default -> throw unknown(key);
            }
        }
        if (value == Known.HEAP && key.equals("buffer")) {
            return handle(Known.BUFFER);
        }
        throw unknown(key);
    }

    /** Returns a value as a number. */
    int number(int handle) {
        return (Integer) values.get(handle);
    }

    /**
     * Notes a way of calling, and returns its number.
     *
     * @param count what is returned and arguments
     * @param types where their types stand
     */
    int caller(Memory memory, int count, int types) {
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            all[i] = memory.readInt(types + 4 * i);
        }
        callers.add(all);
        return callers.size() - 1;
    }

    /**
     * Makes an array that is a part of the memory, and returns its handle.
     *
     * @param caller how it is called: with the buffer, where it begins, and its length
     * @param maker a handle
     * @param arguments where they stand
     */
    int make(int caller, int maker, Memory memory, int arguments) {
        if (values.get(maker) != Known.ARRAY_MAKER
                || argument(caller, 0, memory, arguments) != Known.BUFFER) {
            throw unknown("new");
        }
        int from = (Integer) argument(caller, 1, memory, arguments);
        int length = (Integer) argument(caller, 2, memory, arguments);
        return handle(new Part(from, length));
    }

    /**
     * Copies one array to another.
     *
     * @param caller how it is called: with where the bytes come from
     * @param self a handle of where they go
     * @param method is {@code set}
     * @param arguments where they stand
     */
    void call(int caller, int self, String method, Memory memory, int arguments) {
        Object to = values.get(self);
        Object from = argument(caller, 0, memory, arguments);
        if (method.equals("set") && to instanceof Part part && from instanceof byte[] bytes) {
            if (bytes.length != part.length) {
                throw unknown("set");
            }
            memory.write(part.from, bytes);
        } else if (method.equals("set")
                && to instanceof byte[] bytes
                && from instanceof Part part) {
            byte[] read = memory.readBytes(part.from, part.length);
            System.arraycopy(read, 0, bytes, 0, read.length);
        } else {
            throw unknown(method);
        }
    }

    private Object argument(int caller, int place, Memory memory, int arguments) {
        int value = memory.readInt(arguments + ARGUMENT_BYTES * place);
        boolean isHandle = callers.get(caller)[1 + place] == handleType;
        return isHandle ? values.get(value) : (Integer) value;
    }

    private static IllegalStateException unknown(String name) {
        return new IllegalStateException("the module asks for something unknown: " + name);
    }
}
