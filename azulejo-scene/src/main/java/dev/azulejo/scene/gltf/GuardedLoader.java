package dev.azulejo.scene.gltf;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * Loads the drako library with a call to {@link LoopGuard} at each jump and before each array.
 * Damaged data sends it round loops without an end, and has it take memory by the gigabyte; a
 * thread cannot be ended from outside, so that it must look for itself whether to go on.
 */
final class GuardedLoader extends ClassLoader {
    private static final String LIBRARY = "com.openize.drako.";

    /** Ours that must see the library as this loader has it. */
    private static final Set<String> OURS =
            Set.of(
                    LoopGuard.class.getName(),
                    LoopGuard.Stopped.class.getName(),
                    DracoAdapter.class.getName());

    private static final ClassDesc GUARD = ClassDesc.of(LoopGuard.class.getName());
    private static final MethodTypeDesc OF_LENGTH =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    static {
        registerAsParallelCapable();
    }

    GuardedLoader(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(LIBRARY) && !OURS.contains(name)) {
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
            if (name.startsWith(LIBRARY)) {
                bytes = guarded(bytes);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static byte[] guarded(byte[] bytes) {
        var file = ClassFile.of();
        return file.transformClass(
                file.parse(bytes), ClassTransform.transformingMethodBodies(GuardedLoader::guard));
    }

    private static void guard(CodeBuilder code, CodeElement element) {
        switch (element) {
            case BranchInstruction jump -> code.invokestatic(GUARD, "jump", ConstantDescs.MTD_void);
            case NewPrimitiveArrayInstruction array ->
                    code.dup().invokestatic(GUARD, "array", OF_LENGTH);
            case NewReferenceArrayInstruction array ->
                    code.dup().invokestatic(GUARD, "array", OF_LENGTH);
            default -> {}
        }
        code.with(element);
    }
}
