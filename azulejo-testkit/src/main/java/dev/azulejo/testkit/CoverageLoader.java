package dev.azulejo.testkit;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Loads classes anew, and puts calls to {@link Coverage} into those that are watched: at the
 * beginning of each method, and wherever a jump, a switch or an exception may go, or a condition
 * may not.
 */
public final class CoverageLoader extends ClassLoader {
    private static final ClassDesc COVERAGE = ClassDesc.of(Coverage.class.getName());
    private static final MethodTypeDesc OF_PLACE =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    static {
        registerAsParallelCapable();
    }

    private final String prefix;
    private final Predicate<String> watched;
    private final ClassFile classFile;

    /**
     * Makes a loader.
     *
     * @param parent where everything else, and the code itself, comes from
     * @param prefix what names of classes begin with that are loaded anew
     * @param watched by name, which of them are watched
     */
    public CoverageLoader(ClassLoader parent, String prefix, Predicate<String> watched) {
        super(parent);
        this.prefix = prefix;
        this.watched = watched;
        var hierarchy =
                ClassHierarchyResolver.ofResourceParsing(parent)
                        .orElse(ClassHierarchyResolver.defaultResolver());
        this.classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    }

    /** Makes a target whose class, and all that it uses, is loaded anew. */
    public FuzzTarget target(Class<? extends FuzzTarget> type) {
        try {
            var made = loadClass(type.getName()).getDeclaredConstructor();
            made.setAccessible(true);
            return (FuzzTarget) made.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
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
            if (watched.test(name)) {
                bytes = classFile.transformClass(classFile.parse(bytes), methods());
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static ClassTransform methods() {
        return ClassTransform.transformingMethods(
                (method, element) -> {
                    if (element instanceof CodeModel code) {
                        method.transformCode(code, new Probes(code));
                    } else {
                        method.with(element);
                    }
                });
    }

    /** Puts a call at each place. */
    private static final class Probes implements CodeTransform {
        private final Set<Label> targets = Collections.newSetFromMap(new IdentityHashMap<>());

        Probes(CodeModel code) {
            for (var element : code) {
                switch (element) {
                    case BranchInstruction jump -> targets.add(jump.target());
                    case LookupSwitchInstruction choice ->
                            add(choice.cases(), choice.defaultTarget());
                    case TableSwitchInstruction choice ->
                            add(choice.cases(), choice.defaultTarget());
                    case ExceptionCatch caught -> targets.add(caught.handler());
                    default -> {}
                }
            }
        }

        private void add(List<SwitchCase> cases, Label otherwise) {
            cases.forEach(each -> targets.add(each.target()));
            targets.add(otherwise);
        }

        @Override
        public void atStart(CodeBuilder code) {
            hit(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
            boolean isPlace =
                    switch (element) {
                        case LabelTarget label -> targets.contains(label.label());
                        case BranchInstruction jump ->
                                jump.opcode() != Opcode.GOTO && jump.opcode() != Opcode.GOTO_W;
                        default -> false;
                    };
            if (isPlace) {
                hit(code);
            }
        }

        private static void hit(CodeBuilder code) {
            code.loadConstant(Coverage.place()).invokestatic(COVERAGE, "hit", OF_PLACE);
        }
    }
}
