package dev.azulejo.scene.guard;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Loads a library that decodes with a call to {@link LoopGuard} at each jump back and before each
 * array, or in a method of its own that it calls there. Damaged data sends it round loops without
 * an end, and has it take memory by the gigabyte; a thread cannot be ended from outside, so that it
 * must look for itself whether to go on.
 */
public final class GuardedLoader extends ClassLoader {
    private static final String RASTER = "java/awt/image/Raster";

    /** What the library's packages begin with. */
    private final String library;

    /** The only method that gets a call put in; null for all. */
    private final String guardedMethod;

    /** Ours that must see the library as this loader has it. */
    private final Set<String> ours;

    private static final ClassDesc GUARD = ClassDesc.of(LoopGuard.class.getName());
    private static final MethodTypeDesc OF_LENGTH =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    static {
        registerAsParallelCapable();
    }

    /**
     * Makes a loader.
     *
     * @param library what names of its classes begin with
     * @param adapter a class of ours that calls it, with a constructor without parameters
     */
    public GuardedLoader(String library, Class<?> adapter) {
        this(library, null, adapter);
    }

    private GuardedLoader(String library, String guardedMethod, Class<?> adapter) {
        super(adapter.getClassLoader());
        this.library = library;
        this.guardedMethod = guardedMethod;
        this.ours =
                Set.of(
                        LoopGuard.class.getName(),
                        LoopGuard.Stopped.class.getName(),
                        adapter.getName());
    }

    /**
     * Loads a library, and returns the adapter that calls it: types on both sides of it are the
     * platform's.
     *
     * @param library what names of its classes begin with
     * @param adapter a class of ours with a constructor without parameters
     */
    public static Function<Object[], Object[]> load(
            String library, Class<? extends Function<Object[], Object[]>> adapter) {
        return load(library, null, adapter);
    }

    /**
     * Loads a library that itself calls one of its methods wherever it may go round.
     *
     * @param library what names of its classes begin with
     * @param guardedMethod the method: it alone gets a call put in, where it begins
     * @param adapter a class of ours with a constructor without parameters
     */
    @SuppressWarnings("unchecked") // all adapters are
    public static Function<Object[], Object[]> load(
            String library,
            String guardedMethod,
            Class<? extends Function<Object[], Object[]>> adapter) {
        try {
            var loader = new GuardedLoader(library, guardedMethod, adapter);
            var made = loader.loadClass(adapter.getName()).getDeclaredConstructor();
            made.setAccessible(true);
            return (Function<Object[], Object[]>) made.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(library + "* cannot be loaded", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(library) && !ours.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (var in = getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            if (name.startsWith(library)) {
                bytes = guarded(bytes);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] guarded(byte[] bytes) {
        var file = ClassFile.of();
        return file.transformClass(
                file.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        method ->
                                guardedMethod == null
                                        || method.methodName().equalsString(guardedMethod),
                        guardedMethod == null
                                ? CodeTransform.ofStateful(Guards::new)
                                : new Entry()));
    }

    /** Puts calls into one method. */
    private static final class Guards implements CodeTransform {
        /** Where a jump would go back to. */
        private final Set<Label> passed = new HashSet<>();

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case LabelTarget here -> passed.add(here.label());
                // Without a jump back there is no way round
                case BranchInstruction jump when passed.contains(jump.target()) ->
                        code.invokestatic(GUARD, "jump", ConstantDescs.MTD_void);
                default -> guard(code, element);
            }
            code.with(element);
        }
    }

    /** Puts one call at a method's beginning. */
    private static final class Entry implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            code.invokestatic(GUARD, "jump", ConstantDescs.MTD_void);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }

    private static void guard(CodeBuilder code, CodeElement element) {
        switch (element) {
            case NewPrimitiveArrayInstruction array ->
                    code.dup().invokestatic(GUARD, "array", OF_LENGTH);
            case NewReferenceArrayInstruction array ->
                    code.dup().invokestatic(GUARD, "array", OF_LENGTH);
            case InvokeInstruction call when isRaster(call) ->
                    code.invokestatic(GUARD, "raster", ConstantDescs.MTD_void);
            default -> {}
        }
    }

    private static boolean isRaster(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESTATIC
                && call.owner().asInternalName().equals(RASTER)
                && call.name().stringValue().startsWith("create");
    }
}
