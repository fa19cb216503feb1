package dev.azulejo.scene.image;

import dev.azulejo.scene.image.wasm.BasisModule;

import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.Machine;
import run.endive.runtime.Memory;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.FunctionImport;
import run.endive.wasm.types.MemoryLimits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/**
 * One instance of the Basis Universal transcoder, for one picture: its WebAssembly module, compiled
 * to Java classes when Azulejo is built, in a memory of its own, and what it asks of its
 * surroundings. It was linked for JavaScript by Emscripten: when it starts it tells names and
 * places of its functions, and it copies bytes as a script would ({@link ScriptValues}). It has no
 * files, no clock, and no way out.
 *
 * <p>Names of imports and exports were shortened when it was linked; those here are of the module
 * in {@code src/main/wasm}, whose README says where they come from.
 */
final class BasisTranscoder {
    /** Bytes of a page of memory, by WebAssembly's specification. */
    static final int PAGE_BYTES = 1 << 16;

    /** Pages that the module itself has: tables and stack. */
    static final int OWN_PAGES = 262;

    /** The most that a module may have here, in pages: as many as fit 2 GB, less one. */
    static final int MOST_PAGES = 32_767;

    /** RGBA, 8 bits each: {@code cTFRGBA32} of the transcoder. */
    private static final int RGBA32 = 13;

    /** Where {@link Tables} are kept. */
    static final String TABLES = "basis_tables.gz";

    private static final String PICTURE = "KTX2File";
    private static final long[] NOTHING = {};

    /** How something is called: the place of who calls it, and what that one is told. */
    private record Callee(int caller, int context) {}

    private static final class Code {
        private static final WasmModule MODULE = BasisModule.load();
    }

    /** Memory as {@link #initialize} leaves it. */
    private static final class Tables {
        private static final byte[] MEMORY = read();

        private static byte[] read() {
            try (var in = new GZIPInputStream(BasisTranscoder.class.getResourceAsStream(TABLES))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(TABLES, e);
            }
        }
    }

    private final Map<Integer, String> classes = new HashMap<>();
    private final Map<String, Callee> callees = new HashMap<>();
    private final ScriptValues values = new ScriptValues();
    private final Instance instance;

    /**
     * Starts one.
     *
     * @param code makes the code of an instance
     * @param pages of memory that it has, {@link #OWN_PAGES} to {@link #MOST_PAGES}; it gets no
     *     more
     */
    BasisTranscoder(Function<Instance, Machine> code, int pages) {
        var imports = ImportValues.builder();
        var wanted = Code.MODULE.importSection();
        for (int i = 0; i < wanted.importCount(); i++) {
            var function = (FunctionImport) wanted.getImport(i);
            imports.addFunction(
                    new HostFunction(
                            function.module(),
                            function.name(),
                            Code.MODULE.typeSection().getType(function.typeIndex()),
                            (caller, arguments) ->
                                    answer(function.name(), caller.memory(), arguments)));
        }
        instance =
                Instance.builder(Code.MODULE)
                        .withImportValues(imports.build())
                        .withMachineFactory(code)
                        .withMemoryFactory(ByteArrayMemory::new)
                        .withMemoryLimits(new MemoryLimits(pages, pages))
                        .build();
        instance.export("M").apply();
    }

    /**
     * Makes the transcoder's tables, which takes seconds as long as it is not compiled. Those that
     * {@link #restore} puts in place were made by this, when the module was taken in.
     */
    BasisTranscoder initialize() {
        run(callees.get("initializeBasis"));
        return this;
    }

    /** Puts the tables in place. */
    BasisTranscoder restore() {
        instance.memory().write(0, Tables.MEMORY);
        return this;
    }

    /** Returns the beginning of its memory, up to the last byte that is not 0. */
    byte[] used() {
        byte[] all = instance.memory().readBytes(0, PAGE_BYTES * OWN_PAGES);
        int end = all.length;
        while (end > 0 && all[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(all, end);
    }

    /**
     * Decodes the largest level of a picture.
     *
     * @param file a KTX2 file
     * @param width pixels that are expected
     * @param height likewise
     * @return red, green, blue and alpha, row after row from the top; null where there is no whole
     *     picture of that size in it
     */
    byte[] decode(byte[] file, int width, int height) {
        int picture = run(callees.get(PICTURE), values.handle(file));
        byte[] samples = new byte[Math.multiplyExact(4, Math.multiplyExact(width, height))];
        boolean whole =
                ask(picture, "isValid") != 0
                        && ask(picture, "isHDR") == 0
                        && ask(picture, "getWidth") == width
                        && ask(picture, "getHeight") == height
                        && ask(picture, "startTranscoding") != 0
                        && ask(picture, "getImageTranscodedSizeInBytes", 0, 0, 0, RGBA32)
                                == samples.length
                        && ask(
                                        picture,
                                        "transcodeImage",
                                        values.handle(samples),
                                        0,
                                        0,
                                        0,
                                        RGBA32,
                                        0,
                                        -1,
                                        -1)
                                != 0;
        return whole ? samples : null;
    }

    private int ask(int picture, String method, int... arguments) {
        int[] all = new int[1 + arguments.length];
        all[0] = picture;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return run(callees.get(PICTURE + "." + method), all);
    }

    private int run(Callee callee, int... arguments) {
        long[] all = new long[1 + arguments.length];
        all[0] = callee.context;
        for (int i = 0; i < arguments.length; i++) {
            all[1 + i] = arguments[i];
        }
        int function = instance.table(0).requiredRef(callee.caller);
        long[] results = instance.getMachine().call(function, all);
        return results == null || results.length == 0 ? 0 : (int) results[0];
    }

    /** Does what an import is for; its name in the unshortened module stands beside it. */
    private long[] answer(String name, Memory memory, long[] given) {
        int[] a = new int[given.length];
        for (int i = 0; i < a.length; i++) {
            a[i] = (int) given[i];
        }
        switch (name) {
            case "w" -> // _embind_register_class
                    classes.put(a[0], memory.readCString(a[10]));
            case "v" -> // _embind_register_class_constructor
                    callees.put(classes.get(a[0]), new Callee(a[4], a[5]));
            case "d" -> // _embind_register_class_function
                    callees.put(
                            classes.get(a[0]) + "." + memory.readCString(a[1]),
                            new Callee(a[5], a[6]));
            case "i" -> // _embind_register_function
                    callees.put(memory.readCString(a[0]), new Callee(a[4], a[5]));
            case "H" -> // _embind_register_emval
                    values.setHandleType(a[0]);
            case "s", "C", "I", "m", "o", "a", "A", "l", "f", "z", "u", "t", "c", "J" -> {
                // _embind_register_... and _finalize_...: of types that nothing here needs
            }
            case "h" -> { // _emval_new_cstring
                return one(values.handle(memory.readCString(a[0])));
            }
            case "r", "x" -> { // _emval_get_module_property, _emval_get_global
                return one(values.named(memory.readCString(a[0])));
            }
            case "g" -> { // _emval_get_property
                return one(values.property(a[0], a[1]));
            }
            case "n" -> { // _emval_as
                return real(values.number(a[0]));
            }
            case "j" -> { // _emval_get_method_caller
                return one(values.caller(memory, a[0], a[1]));
            }
            case "q" -> { // _emval_call
                return real(values.make(a[0], a[1], memory, a[3]));
            }
            case "p" -> { // _emval_call_method
                values.call(a[0], a[1], memory.readCString(a[2]), memory, a[4]);
                return real(0);
            }
            case "b", "k", "e" -> {
                // _emval_decref, _incref, _run_destructors: values end with the instance
            }
            case "F" -> // _emscripten_memcpy_js
                    memory.copy(a[0], a[1], a[2]);
            case "D" -> { // emscripten_resize_heap: refused, it has what it needs
                return one(0);
            }
            case "y" -> { // fd_write: what it would print is dropped
                int length = 0;
                for (int i = 0; i < a[2]; i++) {
                    length += memory.readInt(a[1] + 8 * i + 4);
                }
                memory.writeI32(a[3], length);
                return one(0);
            }
            // __cxa_throw, _abort_js, and what no decoding comes to
            default -> throw new IllegalStateException("the transcoder gave up: " + name);
        }
        return NOTHING;
    }

    private static long[] one(int value) {
        return new long[] {value};
    }

    private static long[] real(double value) {
        return new long[] {Double.doubleToRawLongBits(value)};
    }
}
